/// One unit for all times of a table, so that they compare at a glance.
#pragma once

#include <string>
#include <string_view>

namespace dps::profiles {

struct TimeScale {
  double per_second;
  std::string_view unit;
  int decimals;  ///< so many that the largest has four digits

  /// "12.35 ms"; what would leave a column of 10 is written with an exponent.
  [[nodiscard]] std::string text(double seconds) const;
};

/// The scale of a table whose largest time this is: s, ms or us.
TimeScale scale_for(double largest_s);

}  // namespace dps::profiles
