/// Literals for times and rates, and their output in failed expectations.
#pragma once

#include <ostream>

#include "base/rates.h"
#include "base/time_units.h"

namespace dps {

inline namespace literals {

constexpr Picoseconds operator""_ps(unsigned long long count) {
  return Picoseconds(static_cast<std::int64_t>(count));
}
constexpr Attoseconds operator""_as(unsigned long long count) {
  return Attoseconds(count);
}
constexpr TimePerByte operator""_as_per_byte(unsigned long long count) {
  return TimePerByte(Attoseconds(count));
}
constexpr BitsPerSecond operator""_bps(unsigned long long count) {
  return BitsPerSecond(count);
}

}  // namespace literals

inline void PrintTo(Picoseconds time, std::ostream* to) {
  *to << time.count() << " ps";
}
inline void PrintTo(Attoseconds time, std::ostream* to) {
  *to << time.count() << " as";
}
inline void PrintTo(TimePerByte cost, std::ostream* to) {
  *to << cost.each.count() << " as/B";
}
inline void PrintTo(BitsPerSecond bandwidth, std::ostream* to) {
  *to << bandwidth.bits << " bit/s";
}

}  // namespace dps
