/// Sleeps until an instant, exactly, without using CPU; the stop signal ends a sleep.
#pragma once

#include <chrono>
#include <memory>

#include "base/result.h"
#include "simulator/process/wake_latency.h"
#include "transport/stop_signal.h"

namespace dps::simulator {

/// Uses a timerfd. Unlike the timeout of poll(2), it has an absolute time and no slack; unlike
/// clock_nanosleep(2), it can be waited for together with the stop signal.
class Sleeper {
 public:
  /// Also lowers this thread's timer slack to 1 ns, for the sleeps of the transport.
  static Result<std::unique_ptr<Sleeper>> create(const transport::StopSignal& stop);
  ~Sleeper();
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;

  /// Returns at `instant` or a little later, never before; at once if it has passed. Returns false
  /// if the stop signal came first. The timer is set earlier by the usual wake-up latency.
  bool sleep_until(std::chrono::steady_clock::time_point instant);

 private:
  Sleeper(int fd, const transport::StopSignal& stop) : fd_(fd), stop_(stop) {}

  int fd_;  ///< a timerfd
  WakeLatency latency_;
  transport::StopSignal stop_;
};

}  // namespace dps::simulator
