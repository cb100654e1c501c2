/// Prints the calls of an MPI program by their places in its source.
#pragma once

#include <cstddef>
#include <string>

#include "profiles/result.h"

namespace dps::profiles {

/// A row for each of the sites that took the most time, at most `most` of them (0: all): calls,
/// ranks, time over all ranks, the idle part of it, the share of the time of all ranks, bytes, and
/// quantiles of the time of a call; and a legend. `color` makes the heading bold.
std::string site_table(const RunProfile& run, std::size_t most, bool color);

}  // namespace dps::profiles
