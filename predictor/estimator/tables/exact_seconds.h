/// Virtual times as text.
#pragma once

#include <string>

#include "base/time_units.h"

namespace dps::estimator {

/// The time in seconds, with all digits that a picosecond needs: "0.000024", "1.5", "0".
std::string exact_seconds(Picoseconds time);

/// The time as tables print it: "24 us".
std::string time_text(Picoseconds time);

}  // namespace dps::estimator
