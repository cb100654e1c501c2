/// What the coordinator makes of every frame, signal and moment: the states of docs/protocol.md,
/// from HELLO to BYE, as a state machine without I/O and without a clock. Session gives it both.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "blueprint/flows.h"
#include "blueprint/program.h"
#include "control/frame_stream.h"
#include "coordinator/agents/failure_causes.h"
#include "coordinator/agents/heartbeats.h"
#include "coordinator/agents/outbox.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/limits.h"
#include "coordinator/session/output_lines.h"
#include "coordinator/session/plan_frames.h"
#include "coordinator/session/progress.h"
#include "coordinator/session/quiescence.h"
#include "coordinator/session/session_options.h"
#include "coordinator/session/session_result.h"
#include "coordinator/session/simulator_table.h"

namespace dps::coordinator {

/// What a session is about. All borrowed; outlives the states.
struct SessionScene {
  const blueprint::Program& program;
  const Placement& placement;
  const SessionOptions& options;
  const blueprint::FlowTable& flows;
  bool shares_clock = true;  ///< Launcher::shares_clock()
};

class SessionStates {
 public:
  SessionStates(const SessionScene& scene, Outbox& outbox, ProgressListener& listener);

  /// The agents are being started.
  void start(TimePoint now);
  /// The first of a host is HELLO, and its version has been accepted.
  void on_frame(std::uint32_t host, const control::ReceivedFrame& received, TimePoint now);
  /// The agent cannot be heard any more, or never could.
  void on_lost(std::uint32_t host, const Error& why, TimePoint now,
               const std::string& next_step = {});
  /// Stops what runs, for this reason, which ends with when that was.
  void on_request(Failure why, TimePoint now);
  /// Something is due: call it at next_tick(), or at any time.
  void on_tick(TimePoint now);
  [[nodiscard]] std::optional<TimePoint> next_tick() const;

  /// Nothing is left to be done but to end the agents.
  [[nodiscard]] bool is_over() const { return phase_ == Phase::kEnd; }
  [[nodiscard]] bool is_lost(std::uint32_t host) const { return lost_hosts_[host]; }
  /// Once; also before it is over, when there is no more time.
  SessionResult take_result();

 private:
  // session_states.cc: from phase to phase.
  void enter(Phase phase, std::optional<TimePoint> deadline);
  void on_hello(std::uint32_t host, const control::HelloFrame& hello);
  void launch();
  void send_peers();
  void begin_run();
  void send_begin(TimePoint instant);
  void collect();
  void close_books();
  void finish_run();
  void stop_servers();
  void check_begun();
  void report_progress(bool at_once);
  void read_clocks();
  [[nodiscard]] bool clocks_are_known() const;
  void begin_when_clocks_are_known();
  void check_addresses();

  // session_frames.cc: what comes.
  void on_agent_frame(std::uint32_t host, const control::Frame& frame);
  void on_process_frame(std::uint32_t host, ProcessId process,
                        const control::ReceivedFrame& received);
  void on_record(ProcessId process, const control::RecordFrame& frame);
  void on_done(std::uint32_t host, ProcessId process, const control::DoneFrame& done);
  void on_died(std::uint32_t host, ProcessId process, const control::DiedFrame& died);
  void on_counters(std::uint32_t host, const control::CountersFrame& counters);
  void on_output(ProcessId process, const control::OutputFrame& output);
  void on_pong(std::uint32_t host, const control::PongFrame& pong);
  void advance();
  void violation(std::uint32_t host, const std::string& what);

  // session_stop.cc: how it ends.
  void blame(FailureCause cause);
  void lose_host(std::uint32_t host, FailureCause cause);
  void lose_silent_hosts();
  void stop(std::optional<Failure> verdict);
  void end_if_stopped();
  void give_up();
  void end();
  [[nodiscard]] Failure failure();
  [[nodiscard]] std::string elapsed() const;
  [[nodiscard]] std::vector<std::string> who_lacks(control::SimulatorState state) const;
  [[nodiscard]] std::vector<std::string> who_played();
  void keep_counters();
  void tell_clocks();

  void send(std::uint32_t host, const control::Frame& frame);
  void send(ProcessId process, const control::Frame& frame);
  void ping_all();
  [[nodiscard]] std::uint32_t host_of(ProcessId process) const {
    return scene_.placement.host_of[index(process)];
  }

  SessionScene scene_;
  Outbox& outbox_;              // borrowed
  ProgressListener& listener_;  // borrowed
  PlanFrames frames_;
  std::vector<Needs> needs_;  // by host
  RunSecret secret_;

  TimePoint now_{};
  TimePoint started_{};
  Phase phase_ = Phase::kHello;
  std::optional<TimePoint> deadline_;  // of the phase
  std::optional<TimePoint> settled_;   // a failure has been heard; then its cause is looked for
  std::optional<TimePoint> next_ping_;
  TimePoint last_tick_{};
  TimePoint last_report_{};

  std::vector<HostFacts> hosts_;
  std::vector<bool> lost_hosts_;
  std::vector<HostClock> clocks_;               // before the run, and in it
  std::vector<HostClock> clocks_after_;         // when it is over
  std::vector<std::uint32_t> exchanges_to_go_;  // of the series under way
  bool reads_clocks_ = false;                   // the series before the first run has begun
  Heartbeats heartbeats_;
  Roster roster_;
  QuietWatch quiet_;
  std::map<ProcessId, OutputLines> output_;

  std::uint32_t run_ = 0;
  TimePoint begin_{};  // the instant of the run
  std::optional<TimePoint> begun_by_;
  std::optional<TimePoint> timeout_;
  std::optional<std::int64_t> servers_end_ns_;    // the run has ended but for its servers
  std::vector<std::optional<Counters>> servers_;  // as they waited then

  std::vector<PlayedRun> runs_;
  std::vector<double> makespans_;
  FailureCauses causes_;
  std::optional<Failure> verdict_;  // what stops the session, if it is not a cause
  std::string when_;                // the causes were heard
  bool is_done_ = false;
  std::vector<std::string> notes_;
};

}  // namespace dps::coordinator
