/// Measures the delays of this host's processes by other work and by the hypervisor.
#pragma once

#include <cstdint>
#include <string>

#include "base/time_units.h"

namespace dps {

/// The load of this host by other work: the average of the last minute, but not more than the
/// threads that are runnable now, besides the calling one. So work that has ended, such as a
/// build, does not count, nor does work that begins at this moment. 0 if it is unknown.
double load_by_others();

/// Computes the load from the text of /proc/loadavg.
double load_of(const std::string& proc_loadavg);

struct Interference {
  std::uint64_t switches = 0;  ///< involuntary context switches of this process
  Nanoseconds steal{};         ///< CPU time of all cores of the host that its hypervisor has taken
};

/// Counted since the start of the process and of the host: only differences mean something. Takes
/// some ten microseconds. Where the kernel does not report steal it is 0.
Interference interference_so_far();

/// The steal in the text of /proc/stat, which counts `ticks` per second.
Nanoseconds steal_of(const char* proc_stat, long ticks);

}  // namespace dps
