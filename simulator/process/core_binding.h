/// Ties a process to one core.
#pragma once

#include <cstdint>

#include "base/result.h"

namespace dps::simulator {

/// From now on this thread, and what it starts, runs on one of the cores that it may use: on the
/// first for 0, and round again beyond the last. The hardware threads of one core are told apart
/// only when every core has been given out once.
/// Source: sched_setaffinity(2); thread_siblings_list in Documentation/ABI/stable/sysfs-devices-
/// system-cpu of Linux. Errors (kSystem): the kernel refuses.
Result<void> bind_to_core(std::uint32_t which);

}  // namespace dps::simulator
