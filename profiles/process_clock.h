/// The clock of the execution-history log: the CPU time that this process has used so far, as the
/// kernel accounts it.
#pragma once

#include <chrono>
#include <cstdint>

#include "base/time_units.h"
#include "profiles/record.h"

namespace dps::profiles {

/// The number of threads that the process may have. soon() is cheap only with one.
enum class Threads : std::uint8_t { kOne, kMany };

/// Returns CLOCK_MONOTONIC, and the CPU time of all threads and of the children that were waited
/// for. User and system time never decrease. In an exact reading their sum is exact to a
/// microsecond; the kernel estimates at its clock ticks how to divide it.
class ProcessClock {
 public:
  explicit ProcessClock(Threads threads = Threads::kOne);

  /// An exact reading: one getrusage of the process, 0.5 to 0.6 us.
  Times now();

  /// A reading that takes half as long. If the process has been neither preempted nor migrated
  /// since the last exact reading, it assumes that the passed time is CPU time. Interrupts and
  /// steal time of a hypervisor are not CPU time, so the sum may be too large by these times until
  /// the next exact reading corrects it. In all other cases, and if the last exact reading is 10 ms
  /// old, it is now().
  Times soon();

  /// Use it instead of soon() if the process may have waited since the last reading: if it
  /// waited before the last exact reading, it probably has again, and now() is cheaper than an
  /// attempt.
  Times next() { return waited_ ? now() : soon(); }

  /// Returns CLOCK_MONOTONIC only, in a twentieth of the time of now().
  [[nodiscard]] static Nanoseconds real() {
    return std::chrono::steady_clock::now().time_since_epoch();
  }

  /// Must be called after a user function or a program, which may have had children: their CPU time
  /// is read again. If it has left threads running, soon() is now() from here on.
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
