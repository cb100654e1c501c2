/// Signs that processes had to wait for a core of their host.
#pragma once

#include <string>

#include "profiles/result.h"

namespace dps::profiles {

/// The note on hosts that were busy with other work, with the evidence and its meaning for the
/// figures; "" if no host was, or if the result lacks the evidence.
/// Source: docs/result.md, "Busy hosts".
std::string load_note(const RunResult& result);

/// The note of an MPI program: "6 ranks share the 2 cores of vm: …"; "" if each rank has a core.
std::string crowd_note(const RunResult& result);

}  // namespace dps::profiles
