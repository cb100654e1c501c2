/// The figures of a point, from the times of its trials.
#pragma once

#include <cstdint>
#include <span>

#include "predictor/datasheets/raw/raw_file.h"

namespace dps::datasheets {

struct TimedTrial {
  double seconds = 0;  ///< below 0 where noise exceeds a time that overlap hides
  std::uint64_t pass = 0;
};

/// There must be a trial. The median, the least and the greatest time are 0 if they are below it;
/// the error is that of the trials as they are. No trial is late, and the reason for the end is
/// kTrials. `timer_resolution` is in seconds, 0 if it is not known. Source: docs/datasheets.md,
/// "Errors of points".
RawPoint point_of_trials(std::uint64_t processes, std::uint64_t elements,
                         std::span<const TimedTrial> trials, double timer_resolution);

}  // namespace dps::datasheets
