/// What takes the CPU from a process: other processes, and the hypervisor below its host.
#pragma once

#include <cstdint>

#include "base/time_units.h"

namespace dps::simulator {

struct Interference {
  std::uint64_t switches = 0;  ///< involuntary context switches of this process
  Nanoseconds steal{};         ///< CPU time of all cores of the host that its hypervisor has taken
};

/// Since the start of the process and of the host: only differences mean something. Takes some ten
/// microseconds. Where the kernel does not report steal it is 0.
Interference interference_so_far();

/// The steal in the text of /proc/stat, of which `ticks` are a second.
Nanoseconds steal_of(const char* proc_stat, long ticks);

}  // namespace dps::simulator
