/// The inner half of a host's agent: starts, watches, stops and ends simulators, and forwards their
/// frames. It does not depend on the transport of its frames to and from the coordinator.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "simulator/agent/asio.h"
#include "simulator/agent/child.h"
#include "simulator/agent/lease.h"
#include "simulator/agent/spawn.h"
#include "simulator/agent/watch.h"
#include "transport/control/frame_stream.h"

namespace dps::simulator {

/// The stream to the coordinator. Neither function blocks.
struct Upward {
  std::function<void(std::vector<std::byte>)> send;  ///< sends one encoded frame
  std::function<bool()> idle;                        ///< true if all frames have been written
};

/// The exit status of an agent that had no heartbeat from the coordinator for the time of its
/// lease.
inline constexpr int kLeaseExpired = 3;

/// Runs in the thread of `io`. At its end it sets status() and stops `io`; the caller then ends the
/// descendants (descendants.h).
class Agent {
 public:
  Agent(asio::io_context& io, Upward upward, StartSimulator start = start_simulator);
  ~Agent() = default;
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;

  /// Sends HELLO, and begins to reap children, to read record pages and to check the lease.
  void start();
  /// Handles all complete frames from the coordinator.
  void receive(control::FrameReader& frames);
  /// Ends the agent after a protocol error or the loss of the coordinator; sends FAILED.
  void fail(const Error& why);
  void end(int status);

  /// Called by the guardian of a rank, for simulators that are not children of this process: the
  /// simulator is a zombie with this wait status.
  void died(pid_t simulator, int wait_status);
  /// Called when the simulator has received BYE and is leaving.
  void leaves(pid_t simulator);

  /// True if a simulator is in a run.
  [[nodiscard]] bool playing() const;
  /// Returns true after BYE.
  [[nodiscard]] bool ending() const { return ending_; }
  /// The exit status; nullopt while the agent runs. kLeaseExpired if the lease has ended the agent.
  [[nodiscard]] std::optional<int> status() const { return status_; }

 private:
  using Clock = std::chrono::steady_clock;

  void send(const control::Frame& frame);
  void send(const SimulatorChild& child, const control::Frame& frame);
  void violation(const control::FrameHeader& header, const std::string& what);

  void receive(control::RawFrame frame);

  // Frames for the agent itself.
  void handle_agent_frame(const control::FrameHeader& header, const control::Frame& frame);
  void launch(const control::Launch& order);
  void launch_one(const control::Launch::One& process, const Recording& recording);
  bool enough_descriptors(std::size_t more);
  void stop(const control::StopFrame& order);
  void stop_one(SimulatorChild& child);
  void fetch(const control::FrameHeader& header, const control::FetchFrame& order);
  void bye();

  // Frames that are forwarded.
  void pass_down(control::RawFrame frame);
  void pass_up(SimulatorChild& child, const control::ReceivedFrame& frame);
  void send_record(const SimulatorChild& child, const Result<profiles::ProcessRecord>& record);
  void kill_for_violation(SimulatorChild& child, const Error& why);

  // Events of the host.
  void await_deaths();
  void reap();
  SimulatorChild* find(pid_t simulator) const;
  void report_death(SimulatorChild& child, int wait_status,
                    const std::optional<profiles::ProcessDeath::CpuTime>& cpu_time);
  void end_if_alone();
  void beat();
  void await_beat(std::chrono::milliseconds pause);
  void send_counters_soon();
  void send_counters();

  asio::io_context& io_;
  Upward upward_;
  StartSimulator start_;
  SimulatorChild::Events events_;
  Children children_;
  Watch watch_;
  asio::signal_set deaths_;
  asio::steady_timer next_beat_;
  std::deque<asio::steady_timer> grace_periods_;  ///< one per STOP, and one for BYE
  Lease lease_{Clock::now()};
  Clock::time_point last_counters_;
  int readings_due_ = 0;  ///< the number of COUNTERS to send in quick succession
  bool ending_ = false;   ///< BYE has arrived
  std::optional<int> status_;
};

}  // namespace dps::simulator
