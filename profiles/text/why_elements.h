/// The phrases of --why for the elements of a path and of a wait.
#pragma once

#include <string>
#include <string_view>

#include "profiles/why.h"

namespace dps::profiles {

/// True if the explanation is that of an MPI program: its path has calls, or what they receive.
bool has_calls(const Why& why);

/// "Second.p computes slow.c (line 5)": the activity of the processes `who`.
std::string element_text(const Meanwhile& element, std::string_view who);

/// "Second.p computes slow.c (line 5), mostly Second.p[0]".
std::string share_text(const PathShare& share);

/// ", 83% of it in relax (jacobi.c:12)" or ", 20% of it off its core, else 98% in relax
/// (jacobi.c:12)": the functions that an MPI program was in meanwhile; "" if they are not known.
std::string functions_text(const Why& why, const PathShare& share);

/// Shorter shares are not printed.
inline constexpr double kLeastShareShown = 0.001;

/// " 88.6%  " and the text.
std::string share_line(double share, std::string_view text);

}  // namespace dps::profiles
