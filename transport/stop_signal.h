/// The signal that requests a transport to stop its process.
#pragma once

#include <atomic>

namespace dps::transport {

/// Borrowed from the owner of the signal handler; both parts outlive the transport.
///
/// The signal handler first stores true in the flag, then makes `fd` readable for good (an eventfd
/// that is never read; write() is async-signal-safe). The flag costs a load on the measured path.
/// A transport includes the descriptor in every wait, so a signal that arrives between the check of
/// the flag and the wait still ends the wait. No signal mask is needed, and the same descriptor can
/// end every other wait (poll).
struct StopSignal {
  const std::atomic<bool>* flag = nullptr;  ///< null: never stopped
  int fd = -1;  ///< -1: only the flag is set, and a sleep is not interrupted

  [[nodiscard]] bool stopped() const {
    return flag != nullptr && flag->load(std::memory_order_relaxed);
  }
};

}  // namespace dps::transport
