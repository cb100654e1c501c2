/// The coordinator's side of the control protocol from HELLO to BYE, as a state machine without I/O
/// and without a clock, which Session supplies.
/// Source: docs/protocol.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/agents/failure_causes.h"
#include "coordinator/agents/outbox.h"
#include "coordinator/session/frames/command_sender.h"
#include "coordinator/session/frames/event_fetch.h"
#include "coordinator/session/frames/frame_receiver.h"
#include "coordinator/session/phase.h"
#include "coordinator/session/phases/failure_policy.h"
#include "coordinator/session/progress/progress_reporter.h"
#include "coordinator/session/results/run_series.h"
#include "coordinator/session/session_result.h"
#include "coordinator/session/session_tables.h"
#include "transport/control/frame_stream.h"

namespace dps::coordinator {

/// Goes from phase to phase. Frames are received by the FrameReceiver, which updates the tables,
/// and sent by the CommandSender; the FailurePolicy decides when a failure stops the session; the
/// RunSeries keeps the runs.
class SessionStates {
 public:
  SessionStates(const SessionInput& input, Outbox& outbox, ProgressListener& listener);

  /// Called when the agents are being started.
  void start(TimePoint now);
  /// The first frame from each host must be HELLO; its version has already been checked.
  void on_frame(std::uint32_t host, const control::ReceivedFrame& received, TimePoint now);
  /// Called when the link to the agent has failed, or the agent could not be started.
  void on_lost(std::uint32_t host, const Error& why, TimePoint now,
               const std::string& next_step = {});
  /// Stops the run with this failure; the elapsed time is appended to its text.
  void on_request(Failure why, TimePoint now);
  /// To be called at next_tick(); may be called at any time.
  void on_tick(TimePoint now);
  [[nodiscard]] std::optional<TimePoint> next_tick() const;

  /// True if only the ends of the agents remain.
  [[nodiscard]] bool is_over() const { return phase() == Phase::kEnd; }
  [[nodiscard]] bool is_lost(std::uint32_t host) const { return tables_.hosts.is_lost(host); }
  /// To be called once, at the end or when the session is abandoned.
  SessionResult take_result();

 private:
  [[nodiscard]] Phase phase() const { return phase_of(phase_); }
  [[nodiscard]] FetchPhase* fetching() { return std::get_if<FetchPhase>(&phase_); }
  void enter(const PhaseState& phase);
  void advance();
  void launch();
  void connect();
  void begin_when_clocks_are_known();
  void begin_run();
  void stop_servers();
  void collect();
  void close_books();
  void end_run(bool is_last);
  void fetch();
  void finish_run();
  void stop(std::optional<Failure> verdict);
  void stop_all(bool is_end);
  void end_if_stopped();
  void collect_late();
  void end_if_collected();
  void end();

  void apply(std::uint32_t host, const FrameEffect& effect);
  void on_quiescence(Quiescence quiescence);
  void blame(FailureCause cause) { blame(std::move(cause), elapsed()); }
  /// `when`: the `elapsed` of FailurePolicy::add().
  void blame(FailureCause cause, const std::string& when);
  void lose_host(std::uint32_t host, FailureCause cause);

  void check_timeout();
  void check_end();
  void check_begun();
  void on_deadline();
  void blame_hosts_without_agent();
  [[nodiscard]] Failure too_late(const std::string& reason, control::SimulatorState state,
                                 ExitStatus status = ExitStatus::kFailed) const;

  void ping_all();
  [[nodiscard]] std::string elapsed() const;

  SessionInput input_;
  const Outbox& outbox_;  // borrowed
  SessionTables tables_;
  CommandSender sender_;
  EventFetch fetch_;
  FrameReceiver receiver_;
  FailurePolicy failures_;
  ProgressReporter progress_;
  RunSeries series_;

  PhaseState phase_;
  TimePoint now_{};
  TimePoint started_{};
  TimePoint last_tick_{};
  std::optional<TimePoint> next_ping_;
  bool is_ended_ = false;  // the run was stopped at the end of --for
};

}  // namespace dps::coordinator
