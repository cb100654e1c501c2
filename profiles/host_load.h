/// Signs that processes had to wait for a core of their host.
#pragma once

#include <string>

#include "profiles/result.h"

namespace dps::profiles {

/// Which hosts were busy with other work, what shows it, and what it means for the figures; "" if
/// none was, or if the result does not have what would show it.
/// Source: docs/result.md, "Busy hosts".
std::string load_note(const RunResult& result);

/// The note of an MPI program: "6 ranks share the 2 cores of vm: …"; "" if each rank has a core.
std::string crowd_note(const RunResult& result);

}  // namespace dps::profiles
