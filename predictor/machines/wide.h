/// Virtual time, and exact 128-bit arithmetic for its computation.
#pragma once

#include <cstdint>
#include <limits>

#include "base/rates.h"
#include "base/time_units.h"

namespace dps::machines {

/// An instant after all others: an event at kNever does not happen. Times of 2^63 ps (107 days) and
/// more are kNever.
inline constexpr Picoseconds kNever = Picoseconds::max();

inline constexpr std::int64_t kPicosecondsPerSecond = 1'000'000'000'000;
inline constexpr std::uint64_t kAttosecondsPerPicosecond = 1'000'000;

__extension__ using Wide = unsigned __int128;

/// Converts a time, which must not be negative.
constexpr Wide wide(Picoseconds time) {
  return static_cast<Wide>(time.count());
}

/// The time, or kNever if it is out of range.
constexpr Picoseconds clamped(Wide picoseconds) {
  return picoseconds > wide(kNever) ? kNever : Picoseconds(static_cast<std::int64_t>(picoseconds));
}

/// numerator / denominator, rounded down. Divides 64-bit numbers if possible, which is much faster.
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

/// Rounds to the nearest picosecond.
constexpr Picoseconds rounded(Wide attoseconds) {
  return clamped(divided(attoseconds + kAttosecondsPerPicosecond / 2, kAttosecondsPerPicosecond));
}
constexpr Picoseconds rounded(Attoseconds time) {
  return rounded(Wide{time.count()});
}

/// Converts a time that was read from a machine file, so that it is not out of range.
constexpr Attoseconds attoseconds(Picoseconds time) {
  return Attoseconds(static_cast<std::uint64_t>(time.count()) * kAttosecondsPerPicosecond);
}

/// The time of a computation on a host of this speed, if it takes `time` at the speed 1000.
constexpr Picoseconds at_speed(Picoseconds time, std::uint64_t speed) {
  constexpr std::uint64_t kReferenceSpeed = 1000;
  return speed == kReferenceSpeed || time == kNever
             ? time
             : clamped((wide(time) * kReferenceSpeed + speed / 2) / speed);
}

/// The time that these bytes take at the bandwidth, rounded up.
constexpr Picoseconds transmission_time(std::uint64_t bytes, BitsPerSecond bandwidth) {
  constexpr Wide kBitsOfByte = 8;
  return clamped(
      divided_up(kBitsOfByte * bytes * static_cast<Wide>(kPicosecondsPerSecond), bandwidth.bits));
}

/// amount * each, rounded to the nearest picosecond; kNever if it is out of range.
Picoseconds product(double amount, Attoseconds each);
/// Does the same without the rounding errors of a double.
constexpr Picoseconds product(std::uint64_t amount, Attoseconds each) {
  return each == Attoseconds{} ? Picoseconds{} : rounded(Wide{amount} * each.count());
}

/// Rounds to the nearest picosecond; kNever if the time is out of range.
Picoseconds picoseconds_of(double seconds);

}  // namespace dps::machines
