/// Signals that stop a long computation, which checks for them.
#pragma once

#include <csignal>
#include <optional>

namespace dps {

/// Blocks SIGINT, SIGTERM and SIGHUP while it exists. At its end, a signal that is still pending
/// has its usual effect. For processes with one thread.
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

}  // namespace dps
