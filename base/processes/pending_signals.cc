#include "base/processes/pending_signals.h"

#include <ctime>

namespace dps {

PendingSignals::PendingSignals() {
  sigemptyset(&blocked_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    sigaddset(&blocked_, signal);
  }
  pthread_sigmask(SIG_BLOCK, &blocked_, &before_);
}

PendingSignals::~PendingSignals() {
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

std::optional<int> PendingSignals::take() {
  constexpr timespec kAtOnce{0, 0};
  const int signal = sigtimedwait(&blocked_, nullptr, &kAtOnce);
  return signal > 0 ? std::optional(signal) : std::nullopt;
}

}  // namespace dps
