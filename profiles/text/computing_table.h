/// The table of the functions of an MPI program that compute.
#pragma once

#include <cstddef>
#include <string>

#include "profiles/result.h"

namespace dps::profiles {

/// "relax (jacobi.c:12)"; of a library "exp (libm.so.6)"; "unknown code" without a name.
std::string function_text(const std::string& function, const std::string& place,
                          const std::string& module);

/// The functions with the most CPU time between the calls of MPI, over all ranks: at most `most`,
/// those with two samples and a two-hundredth of all, or more; 0: all. The run was sampled.
std::string computing_table(const RunProfile& run, std::size_t most, bool color);

}  // namespace dps::profiles
