/// Names the clock of a process, so that processes can find out whether they share it.
#pragma once

#include <span>

namespace dps {

/// Writes the name of CLOCK_MONOTONIC in this process, at most `name.size()` - 1 bytes and a NUL
/// byte. Two processes share the clock if the names are equal: their host has the same boot id, and
/// they are in the same time namespace. Calls nothing but the kernel, since it is also part of
/// libdps_mpi.so.
void write_clock_name(std::span<char> name);

}  // namespace dps
