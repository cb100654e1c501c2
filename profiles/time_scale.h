/// Formats times: the times of a table in one unit, so that they are easy to compare; single times
/// in the unit that fits them.
#pragma once

#include <string>
#include <string_view>

namespace dps::profiles {

struct TimeScale {
  double per_second;
  std::string_view unit;
  int decimals;  ///< such that the largest time has four significant digits

  /// "12.35 ms"; times that would need more than 10 columns are printed with an exponent,
  /// and an unknown one as "-".
  [[nodiscard]] std::string text(double seconds) const;
};

/// Returns the scale for a table whose largest time is `largest_s`: s, ms or us.
TimeScale scale_for(double largest_s);

/// "12.35 ms": a single time with four significant digits (format_time()).
std::string time_text(double seconds);

}  // namespace dps::profiles
