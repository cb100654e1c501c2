/// Formats the figures of reports: the times of a table in one unit, so that they are easy to
/// compare; single times in the unit that fits them; shares.
#pragma once

#include <string>
#include <string_view>

namespace dps::text {

struct TimeScale {
  double per_second;
  std::string_view unit;
  int decimals;  ///< such that the largest time has four significant digits

  /// Formats a time as "12.35 ms"; times that would need more than 10 columns are printed with an
  /// exponent, and an unknown one as "-".
  [[nodiscard]] std::string text(double seconds) const;
};

/// Returns the scale for a table whose largest time is `largest_s`: s, ms or us.
TimeScale scale_for(double largest_s);

/// "12.35 ms": a single time with four significant digits (format_time()).
std::string time_text(double seconds);

/// "12.3%"; "-" if the share is unknown.
std::string percent_text(double share);

}  // namespace dps::text
