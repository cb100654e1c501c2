/// Sends the frames of a session to its agents and simulators.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "coordinator/agents/deadlines.h"
#include "coordinator/agents/outbox.h"
#include "coordinator/session/frames/plan_frames.h"
#include "coordinator/session/session_tables.h"
#include "transport/control/frames.h"

namespace dps::coordinator {

/// Sends nothing to lost hosts and simulators. Sending a frame advances the state of the simulator.
class CommandSender {
 public:
  /// All are borrowed and outlive this object.
  CommandSender(const SessionInput& input, SessionTables& tables, Outbox& outbox);

  /// Sends PING to one host, or to all whose agents have answered. PONG returns the time.
  void ping(std::uint32_t host, TimePoint now);
  void ping_all(TimePoint now);
  /// Sends LAUNCH to every agent and PLAN, with the secret of the session, to every simulator.
  void launch();
  /// Sends PEERS, with the time that each simulator has to connect to them.
  void connect(std::chrono::milliseconds timeout);
  /// Sends BEGIN of this run, with the instant converted to the clock of each host.
  void begin(std::uint32_t run, TimePoint instant);
  /// Sends DRAIN, with the number of messages that were sent to each process.
  void drain(std::span<const std::uint64_t> expected);
  /// Sends DRAIN that expects no message to each process that is complete, to get its last record.
  void drain_complete();
  /// Sends FETCH of at most this number of events of the process.
  void fetch(ProcessId process, std::uint64_t position, std::uint32_t most);
  /// Sends STOP to all processes, or to the given ones.
  void stop_all();
  void stop(const std::vector<ProcessId>& processes);

 private:
  void send(std::uint32_t host, const control::Frame& frame);
  void send(ProcessId process, const control::Frame& frame);
  [[nodiscard]] std::uint32_t process_count() const;

  SessionInput input_;
  SessionTables& tables_;
  Outbox& outbox_;
  PlanFrames frames_;
  std::uint32_t run_ = 0;  // 0: before the first
};

}  // namespace dps::coordinator
