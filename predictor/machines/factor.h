/// Exact factors for what-if changes of times, sizes and rates.
#pragma once

#include <cstdint>

#include "predictor/machines/wide.h"

namespace dps::machines {

/// numerator / denominator; the numerator is at most 10^15, the denominator positive and not above
/// 10^9 or, of an inverse, 10^15.
struct Factor {
  std::uint64_t numerator = 1;
  std::uint64_t denominator = 1;

  [[nodiscard]] constexpr bool is_one() const { return numerator == denominator; }
  [[nodiscard]] constexpr double value() const {
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  }
  bool operator==(const Factor&) const = default;
};

/// value * factor, rounded to the nearest whole number. `value` fits into 64 bits.
constexpr Wide scaled(Wide value, Factor factor) {
  return divided(value * factor.numerator + factor.denominator / 2, factor.denominator);
}

/// Does the same for a time, which stays kNever; kNever if it would be out of range.
constexpr Picoseconds scaled(Picoseconds time, Factor factor) {
  return time == kNever || factor.is_one() ? time : clamped(scaled(wide(time), factor));
}

}  // namespace dps::machines
