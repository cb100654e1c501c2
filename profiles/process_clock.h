/// The clock of the execution-history log: the CPU time that this process has used so far, as the
/// kernel accounts it.
#pragma once

#include <chrono>
#include <cstdint>

#include "base/time_units.h"
#include "profiles/record.h"

namespace dps::profiles {

/// How many threads the process may have. The cheap reading works only with one.
enum class Threads : std::uint8_t { kOne, kMany };

/// Readings are absolute: CLOCK_MONOTONIC, and the CPU time of all threads and of the children that
/// were waited for. User and system time never run backwards. An exact reading is exact in their
/// sum, to the kernel's microsecond; their split is an estimate that the kernel makes at its ticks.
class ProcessClock {
 public:
  explicit ProcessClock(Threads threads = Threads::kOne);

  /// An exact reading: one getrusage of the process, 0.5 to 0.6 us.
  Times now();

  /// A reading for half the price. While the process has been neither switched out nor moved since
  /// the last exact reading, it takes the time that has passed for CPU time. Interrupts and time
  /// that a hypervisor takes (steal time) are not CPU time, so the sum may be ahead by as much
  /// until the next exact reading, which puts it right. Equals now() otherwise, and when the last
  /// exact reading is 10 ms old.
  Times soon();

  /// soon(), where the process may have waited since the last reading: if it waited before the last
  /// exact reading, it probably has again, and then asking the kernel once is cheaper than twice.
  Times next() { return waited_ ? now() : soon(); }

  /// CLOCK_MONOTONIC alone, for a twentieth of the price.
  [[nodiscard]] static Nanoseconds real() {
    return std::chrono::steady_clock::now().time_since_epoch();
  }

  /// To be called when a user function or a program has run. It may have had children, so their CPU
  /// time is read again. If it has left threads behind, soon() is now() from here on.
  void foreign_code_ran();

 private:
  Times advance(Nanoseconds real, Nanoseconds cpu, double sys_share);
  void read_children();

  bool one_thread_;
  Times last_;
  Times base_;          ///< the last exact reading
  long switches_ = -1;  ///< context switches of the thread, at base_
  bool waited_ = true;  ///< switched out between the last two exact readings
  bool children_known_ = false;
  Nanoseconds children_user_{};
  Nanoseconds children_sys_{};
};

}  // namespace dps::profiles
