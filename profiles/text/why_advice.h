/// The sentence on what would shorten a run most.
#pragma once

#include <string>

#include "profiles/why.h"

namespace dps::profiles {

/// "Best remedy: …", wrapped; for a path that takes time.
std::string why_advice(const Why& why);

}  // namespace dps::profiles
