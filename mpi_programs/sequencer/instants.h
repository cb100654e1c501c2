/// Sums of instants and times.
#pragma once

#include <cstdint>

#include "base/time_units.h"

namespace dps::sequencer {

/// The largest time: sums of larger ones would not fit. 2^62 ps are 53 days.
inline constexpr std::int64_t kMostTime = std::int64_t{1} << 62;

constexpr std::int64_t sum(std::int64_t instant, Picoseconds time) {
  return time.count() > kMostTime - instant ? kMostTime : instant + time.count();
}

}  // namespace dps::sequencer
