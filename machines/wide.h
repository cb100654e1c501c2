/// Virtual time and the exact arithmetic below it.
#pragma once

#include <cstdint>
#include <limits>

#include "base/time_units.h"

namespace dps::machines {

/// An instant after every other: an event at kNever does not happen. A time that does not fit into
/// 63 bits is kNever.
inline constexpr Picoseconds kNever = Picoseconds::max();

inline constexpr std::int64_t kPicosecondsPerSecond = 1'000'000'000'000;
inline constexpr std::uint64_t kAttosecondsPerPicosecond = 1'000'000;

__extension__ using Wide = unsigned __int128;

/// A span that is not negative.
constexpr Wide wide(Picoseconds time) {
  return static_cast<Wide>(time.count());
}

/// `time` after `start`, or kNever where that is too late.
constexpr Picoseconds later(Picoseconds start, Picoseconds time) {
  return time > kNever - start ? kNever : start + time;
}

/// kNever if the count does not fit.
constexpr Picoseconds clamped(Wide picoseconds) {
  return picoseconds > wide(kNever) ? kNever : Picoseconds(static_cast<std::int64_t>(picoseconds));
}

/// numerator / denominator, rounded down; quick where both are small.
constexpr Wide divided(Wide numerator, Wide denominator) {
  constexpr Wide kSmall = std::numeric_limits<std::uint64_t>::max();
  if (numerator <= kSmall && denominator <= kSmall) {
    return static_cast<std::uint64_t>(numerator) / static_cast<std::uint64_t>(denominator);
  }
  return numerator / denominator;
}

/// numerator / denominator, rounded up.
constexpr Wide divided_up(Wide numerator, Wide denominator) {
  const Wide whole = divided(numerator, denominator);
  return whole + (whole * denominator != numerator ? 1 : 0);
}

/// To the nearest picosecond.
constexpr Picoseconds rounded(Wide attoseconds) {
  return clamped(divided(attoseconds + kAttosecondsPerPicosecond / 2, kAttosecondsPerPicosecond));
}
constexpr Picoseconds rounded(Attoseconds time) {
  return rounded(Wide{time.count()});
}

/// `amount` times `each`, rounded to the nearest picosecond.
Picoseconds product(double amount, Attoseconds each);
/// The same, exactly.
constexpr Picoseconds product(std::uint64_t amount, Attoseconds each) {
  return each == Attoseconds{} ? Picoseconds{} : rounded(Wide{amount} * each.count());
}

/// The nearest picosecond; kNever if there is none.
Picoseconds picoseconds_of(double seconds);

}  // namespace dps::machines
