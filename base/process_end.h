/// Learning that another process has ended, as a descriptor that can be waited for.
#pragma once

#include <sys/types.h>

#include "base/descriptor.h"

namespace dps {

/// Turns readable when the process has ended; a zombie has. It is not reaped, and whoever gets its
/// number later is not meant. Not open (and errno says why): there is no such process any more, or
/// there are too few descriptors.
Descriptor watch_end(pid_t process);

/// Waits until the process has ended, at most so long (-1: for ever); true: it has, as has one that
/// watch_end() did not find. A signal cuts the waiting short.
bool has_ended(const Descriptor& end, int patience_ms = 0);

}  // namespace dps
