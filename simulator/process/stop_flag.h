/// The stop signal of a run, SIGTERM from the agent, as a flag and a descriptor.
#pragma once

#include <atomic>
#include <memory>

#include "base/result.h"
#include "transport/stop_signal.h"

namespace dps::simulator {

/// Handles SIGTERM while it exists; there is at most one object in a process (DPS_CHECK). The flag
/// remains set until clear().
class StopFlag {
 public:
  static Result<std::unique_ptr<StopFlag>> install();
  ~StopFlag();
  StopFlag(const StopFlag&) = delete;
  StopFlag& operator=(const StopFlag&) = delete;

  [[nodiscard]] transport::StopSignal signal() const { return {&set_, fd_}; }
  /// Called by the signal handler; async-signal-safe.
  void set();
  /// Resets the flag and the descriptor after a run, since servers are stopped in every run.
  void clear();

 private:
  explicit StopFlag(int fd) : fd_(fd) {}

  std::atomic<bool> set_ = false;
  int fd_;  ///< an eventfd, readable once the flag is set
};

}  // namespace dps::simulator
