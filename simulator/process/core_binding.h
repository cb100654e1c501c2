/// Binds a process to one core.
#pragma once

#include <cstdint>

#include "base/result.h"

namespace dps::simulator {

/// Binds this thread, and the threads and processes that it starts from now on, to one of the CPUs
/// that it may use. `which` counts them from 0, modulo their number; the first hardware threads of
/// all cores precede the second ones. Errors (kSystem): the kernel refuses. Source:
/// sched_setaffinity(2); thread_siblings_list in Documentation/ABI/stable/sysfs-devices- system-cpu
/// of Linux.
Result<void> bind_to_core(std::uint32_t which);

}  // namespace dps::simulator
