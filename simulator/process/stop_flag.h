/// SIGTERM, by which the agent stops a run, as a flag and a descriptor.
#pragma once

#include <atomic>
#include <memory>

#include "base/result.h"
#include "transport/stop_signal.h"

namespace dps::simulator {

/// Catches SIGTERM during its lifetime; one at a time in a process (DPS_CHECK). Once set, it stays
/// set until clear().
class StopFlag {
 public:
  static Result<std::unique_ptr<StopFlag>> install();
  ~StopFlag();
  StopFlag(const StopFlag&) = delete;
  StopFlag& operator=(const StopFlag&) = delete;

  [[nodiscard]] transport::StopSignal signal() const { return {&set_, fd_}; }
  /// Called by the signal handler; async-signal-safe.
  void set();
  /// Resets flag and descriptor when the run has stopped: another may follow, and a server is
  /// stopped in every run.
  void clear();

 private:
  explicit StopFlag(int fd) : fd_(fd) {}

  std::atomic<bool> set_ = false;
  int fd_;  ///< an eventfd, readable once the flag is set
};

}  // namespace dps::simulator
