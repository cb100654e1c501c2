/// Prints why a request is slow.
#pragma once

#include <string>

#include "profiles/why.h"

namespace dps::profiles {

/// "why a request is slow: …" and a line for each of the longest parts of its age; those in which
/// processes do other work are marked. At most kLineWidth wide.
std::string slow_lines(const Slow& slow);

}  // namespace dps::profiles
