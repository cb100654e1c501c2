/// Measures what delays the processes of this host: other work, and the hypervisor.
#pragma once

#include <cstdint>
#include <string>

#include "base/time_units.h"

namespace dps {

/// The load of this host by other work: the average of the last minute, but not more than the
/// threads that are runnable now, beside the one that asks. So work that has ended, such as a
/// build, does not count, nor does work that begins at this moment. 0 if it is unknown.
double load_by_others();

/// The same from the text of /proc/loadavg.
double load_of(const std::string& proc_loadavg);

struct Interference {
  std::uint64_t switches = 0;  ///< involuntary context switches of this process
  Nanoseconds steal{};         ///< CPU time of all cores of the host that its hypervisor has taken
};

/// Since the start of the process and of the host: only differences mean something. Takes some ten
/// microseconds. Where the kernel does not report steal it is 0.
Interference interference_so_far();

/// The steal in the text of /proc/stat, of which `ticks` are a second.
Nanoseconds steal_of(const char* proc_stat, long ticks);

}  // namespace dps
