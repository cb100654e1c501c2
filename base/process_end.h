/// The end of another process, as a descriptor for poll().
#pragma once

#include <sys/types.h>

#include "base/descriptor.h"

namespace dps {

/// Returns a descriptor (pidfd) that becomes readable when the process has ended, also as a zombie.
/// Safe against reuse of the pid. Not open, with errno set, if there is no such process or no
/// descriptor left.
Descriptor watch_end(pid_t process);

/// Waits until the process has ended, up to `timeout_ms` (-1: forever) or until a signal comes.
/// True if it has ended, or if watch_end() did not find it.
bool has_ended(const Descriptor& end, int timeout_ms = 0);

}  // namespace dps
