/// Signals that stop a long computation at a point of its choice.
#pragma once

#include <csignal>
#include <optional>

namespace dps::coordinator {

/// Blocks SIGINT, SIGTERM and SIGHUP while it exists; a signal that has not been taken by
/// then has its usual effect. For a process with one thread.
class PendingSignals {
 public:
  PendingSignals();
  ~PendingSignals();
  PendingSignals(const PendingSignals&) = delete;
  PendingSignals& operator=(const PendingSignals&) = delete;

  /// The next pending signal; does not wait.
  std::optional<int> take();

 private:
  sigset_t blocked_;
  sigset_t before_;
};

}  // namespace dps::coordinator
