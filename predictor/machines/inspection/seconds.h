/// Virtual time in seconds, for output.
#pragma once

#include "base/time_units.h"
#include "predictor/machines/wide.h"

namespace dps::machines {

/// The nearest double, which has all digits that a picosecond needs.
inline double in_seconds(Picoseconds time) {
  return static_cast<double>(time.count()) / static_cast<double>(kPicosecondsPerSecond);
}

}  // namespace dps::machines
