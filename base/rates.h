/// Rates as types that do not convert implicitly from each other or from integers.
#pragma once

#include <cstdint>

#include "base/time_units.h"

namespace dps {

/// A bandwidth.
struct BitsPerSecond {
  std::uint64_t bits = 0;

  constexpr BitsPerSecond() = default;
  constexpr explicit BitsPerSecond(std::uint64_t count) : bits(count) {}
  bool operator==(const BitsPerSecond&) const = default;
  friend constexpr bool operator<(BitsPerSecond a, BitsPerSecond b) { return a.bits < b.bits; }
  friend constexpr bool operator>(BitsPerSecond a, BitsPerSecond b) { return b < a; }
  friend constexpr bool operator<=(BitsPerSecond a, BitsPerSecond b) { return !(b < a); }
};

/// The highest bandwidth of a link. Source: docs/machines.md, "Limits".
inline constexpr BitsPerSecond kMostBandwidth{1'000'000'000'000'000};

/// A cost that is proportional to the size of a message.
struct TimePerByte {
  Attoseconds each;

  constexpr TimePerByte() = default;
  constexpr explicit TimePerByte(Attoseconds time) : each(time) {}
  bool operator==(const TimePerByte&) const = default;
};

}  // namespace dps
