/// Ties a process to one core.
#pragma once

#include <cstdint>

#include "base/result.h"

namespace dps::simulator {

/// Binds this thread, and the threads and processes that it starts from now on, to one of the cores
/// that it may use: 0 is the first one, and after the last one the count starts again. The second
/// hardware threads of cores come after the first ones of all cores.
/// Errors (kSystem): the kernel refuses.
/// Source: sched_setaffinity(2); thread_siblings_list in Documentation/ABI/stable/sysfs-devices-
/// system-cpu of Linux.
Result<void> bind_to_core(std::uint32_t which);

}  // namespace dps::simulator
