/// The signal by which a transport learns that its process is to stop.
#pragma once

#include <atomic>

namespace dps::transport {

/// Borrowed from the owner of the signal handler; both parts outlive the transport.
///
/// The signal handler first stores true in the flag, then makes `fd` readable for good (an eventfd
/// that is never read; write() is async-signal-safe). The flag costs a load on the measured path.
/// The descriptor is in every set that a transport sleeps on, so a signal that comes between the
/// check of the flag and the sleep still ends the sleep. No signal mask is needed, and the same
/// descriptor can end any other sleep (ppoll).
struct StopSignal {
  const std::atomic<bool>* flag = nullptr;  ///< null: never stopped
  int fd = -1;  ///< -1: only the flag is set, and a sleep is not interrupted

  [[nodiscard]] bool stopped() const {
    return flag != nullptr && flag->load(std::memory_order_relaxed);
  }
};

}  // namespace dps::transport
