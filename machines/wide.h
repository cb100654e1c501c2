/// Virtual time and the exact arithmetic below it.
#pragma once

#include <cstdint>
#include <limits>

namespace dps::machines {

/// Virtual time: whole picoseconds since the start, or a span of them. 2^63 ps are 106 days.
using Picoseconds = std::int64_t;

/// Later than everything; what would happen then never happens. A time that does not fit is this.
inline constexpr Picoseconds kNever = std::numeric_limits<Picoseconds>::max();
inline constexpr Picoseconds kPerSecond = 1'000'000'000'000;

__extension__ using Wide = unsigned __int128;

/// `time` after `start`, or kNever where that is too late.
constexpr Picoseconds later(Picoseconds start, Picoseconds time) {
  return time > kNever - start ? kNever : start + time;
}

/// A wide count as a span of time.
constexpr Picoseconds clamped(Wide time) {
  return time > static_cast<Wide>(kNever) ? kNever : static_cast<Picoseconds>(time);
}

/// numerator / denominator, rounded down; quick where both are small.
constexpr Wide divided(Wide numerator, Wide denominator) {
  constexpr Wide kSmall = std::numeric_limits<std::uint64_t>::max();
  if (numerator <= kSmall && denominator <= kSmall) {
    return static_cast<std::uint64_t>(numerator) / static_cast<std::uint64_t>(denominator);
  }
  return numerator / denominator;
}

/// The smallest whole number that is at least numerator / denominator.
constexpr Wide divided_up(Wide numerator, Wide denominator) {
  const Wide whole = divided(numerator, denominator);
  return whole + (whole * denominator != numerator ? 1 : 0);
}

}  // namespace dps::machines
