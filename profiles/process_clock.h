/// The clock of the execution-history log: what this process has used so far, by the kernel's
/// books.
#pragma once

#include <chrono>
#include <cstdint>

#include "base/time_units.h"
#include "profiles/record.h"

namespace dps::profiles {

/// How many threads the process may have; the cheap reading needs to know that there is one.
enum class Threads : std::uint8_t { kOne, kMany };

/// Readings are absolute: CLOCK_MONOTONIC, and the CPU time of all threads and of the children that
/// were waited for. User and system time never run backwards; their sum is exact (to the kernel's
/// microsecond), the split is an estimate that the kernel makes at its ticks.
class ProcessClock {
 public:
  explicit ProcessClock(Threads threads = Threads::kOne);

  /// An exact reading: one getrusage of the process, 0.5 to 0.6 us.
  Times now();

  /// As exact, for half the price while the process has been neither switched out nor moved since
  /// the last now(): then what it has used is the time that has passed. Otherwise, and when the
  /// last now() was 10 ms ago, it is now().
  Times soon();

  /// soon() where the process may have waited since the last reading: if it did so before the last
  /// now(), it is likely to have done so again, and asking twice would cost more than it saves.
  Times next() { return waited_ ? now() : soon(); }

  /// CLOCK_MONOTONIC alone, for a twentieth of the price.
  [[nodiscard]] static Nanoseconds real() {
    return std::chrono::steady_clock::now().time_since_epoch();
  }

  /// Code that is not ours has run (a user function, a program): it may have had children, so they
  /// are asked for once more, and if it has left threads, soon() is now() from here on.
  void foreign_code_ran();

 private:
  Times advance(std::int64_t real_ns, std::int64_t cpu_ns, double sys_share);
  void read_children();

  bool one_thread_;
  Times last_;
  Times base_;          ///< the last exact reading
  long switches_ = -1;  ///< of the thread, at base_
  bool waited_ = true;  ///< it was switched out between the last two exact readings
  bool children_known_ = false;
  std::int64_t children_user_ns_ = 0;
  std::int64_t children_sys_ns_ = 0;
};

}  // namespace dps::profiles
