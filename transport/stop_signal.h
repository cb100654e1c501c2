/// How a transport learns that its process has been asked to stop.
#pragma once

#include <atomic>

namespace dps::transport {

/// Borrowed from whoever catches the signal; both parts outlive the transport.
///
/// What the signal handler does, in this order: store true in the flag, then make `fd` readable for
/// good (an eventfd that nobody reads; write() is async-signal-safe). The flag costs a load on the
/// measured path; the descriptor stands in every set that a transport sleeps on, so a signal that
/// comes between the look at the flag and the sleep still ends it. No signal mask is needed, and
/// the same descriptor can end any other sleep (ppoll).
struct StopSignal {
  const std::atomic<bool>* flag = nullptr;  ///< null: never stopped
  int fd = -1;                              ///< -1: only the flag; then a sleep is not interrupted

  [[nodiscard]] bool stopped() const {
    return flag != nullptr && flag->load(std::memory_order_relaxed);
  }
};

}  // namespace dps::transport
