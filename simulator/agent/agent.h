/// The inner half of a host's agent: launches simulators, passes frames on, watches, stops and ends
/// them. Knows nothing of how its frames travel to and from the coordinator.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "control/frame_stream.h"
#include "simulator/agent/asio.h"
#include "simulator/agent/child.h"
#include "simulator/agent/spawn.h"
#include "simulator/agent/watch.h"

namespace dps::simulator {

/// The way to the coordinator. Nothing blocks.
struct Upward {
  std::function<void(std::vector<std::byte>)> send;  ///< one encoded frame
  std::function<bool()> idle;                        ///< everything sent so far is on its way
};

/// Lives in one thread, that of `io`. When it is over, status() says so and `io` has been stopped;
/// whoever runs it then ends the descendants (descendants.h).
class Agent {
 public:
  Agent(asio::io_context& io, Upward upward, StartSimulator start = start_simulator);
  ~Agent() = default;
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;

  /// Says HELLO; from now on children are reaped, pages read and the lease runs.
  void start();
  /// Every whole frame that has come from the coordinator, until it is over.
  void receive(control::FrameReader& frames);
  /// The frames from the coordinator are none, or it is gone: the end, with FAILED where it helps.
  void fail(const Error& why);
  void end(int status);

  /// Of a simulator that is no child of this process, by whoever watches it: it is a zombie, its
  /// wait status; or, after BYE, it has done its part and leaves.
  void died(pid_t simulator, int wait_status);
  void leaves(pid_t simulator);

  /// A simulator plays its part in a run.
  [[nodiscard]] bool playing() const;
  /// BYE has come.
  [[nodiscard]] bool ending() const { return ending_; }
  /// The exit status, once it is over.
  [[nodiscard]] std::optional<int> status() const { return status_; }

 private:
  using Clock = std::chrono::steady_clock;

  void send(const control::Frame& frame);
  void send(const Child& child, const control::Frame& frame);
  void violation(const control::FrameHeader& header, const std::string& what);

  void receive(control::RawFrame frame);

  // Frames for the agent itself.
  void obey(const control::FrameHeader& header, const control::Frame& frame);
  void launch(const control::Launch& order);
  void launch_one(const control::Launch::One& process, profiles::Level level);
  bool enough_descriptors(std::size_t more);
  void stop(const control::StopFrame& order);
  void stop_one(Child& child);
  void bye();

  // Frames that are passed on.
  void pass_down(control::RawFrame frame);
  void pass_up(Child& child, const control::ReceivedFrame& frame);
  void send_record(const Child& child);
  void expel(Child& child, const Error& why);

  // Events of the host.
  void await_deaths();
  void reap();
  Child* find(pid_t simulator) const;
  void bury(Child& child, int wait_status);
  void end_if_alone();
  void beat();
  void await_beat(std::chrono::milliseconds pause);
  void hurry();
  void tell_counters();

  asio::io_context& io_;
  Upward upward_;
  StartSimulator start_;
  Child::Events events_;
  Children children_;
  Watch watch_;
  asio::signal_set deaths_;
  asio::steady_timer next_beat_;
  std::deque<asio::steady_timer> patience_;  ///< of each STOP, and of BYE
  Clock::time_point last_ping_;
  Clock::time_point last_counters_;
  int readings_due_ = 0;  ///< COUNTERS to be sent in short order
  bool ending_ = false;   ///< BYE
  std::optional<int> status_;
};

}  // namespace dps::simulator
