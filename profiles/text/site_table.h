/// Prints the calls of an MPI program by their places in its source.
#pragma once

#include <cstddef>
#include <string>

#include "profiles/result.h"

namespace dps::profiles {

/// The heading, with a newline. Its first column is as wide as in site_lines() of the same run.
std::string site_heading(const RunProfile& run, std::size_t most);

/// A row for each of the sites that took the most time, at most `most` of them (0: all): calls,
/// ranks, time over all ranks, the idle part of it, the share of the time of all ranks, bytes, and
/// quantiles of the time of a call.
std::string site_lines(const RunProfile& run, std::size_t most);

}  // namespace dps::profiles
