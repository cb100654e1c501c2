/// Ctrl-C and the like, kept for a computation that looks for them now and then.
#pragma once

#include <csignal>
#include <optional>

namespace dps::coordinator {

/// While one lives, SIGINT, SIGTERM and SIGHUP wait until they are taken; what has not been taken
/// at its end does what it always does. For a process of one thread.
class PendingSignals {
 public:
  PendingSignals();
  ~PendingSignals();
  PendingSignals(const PendingSignals&) = delete;
  PendingSignals& operator=(const PendingSignals&) = delete;

  /// The next one, without waiting.
  std::optional<int> take();

 private:
  sigset_t kept_;
  sigset_t before_;
};

}  // namespace dps::coordinator
