#include "base/text/figures.h"

#include <cmath>

#include <fmt/format.h>

#include "base/units.h"

namespace dps::text {

std::string TimeScale::text(double seconds) const {
  constexpr double kWidest = 1e7;  // larger figures do not fit the column
  if (std::isnan(seconds)) {
    return "-";
  }
  const double figure = seconds * per_second;
  return std::abs(figure) < kWidest ? fmt::format("{:.{}f} {}", figure, decimals, unit)
                                    : fmt::format("{:.1e} {}", figure, unit);
}

TimeScale scale_for(double largest_s) {
  TimeScale scale{1e6, "us", 3};
  if (largest_s >= 0.9995) {
    scale = {1, "s", 3};
  } else if (largest_s >= 0.9995e-3) {
    scale = {1e3, "ms", 3};
  }
  for (double size = largest_s * scale.per_second; size >= 9.9995 && scale.decimals > 0;
       size /= 10) {
    --scale.decimals;
  }
  return scale;
}

std::string time_text(double seconds) {
  return format_time(Seconds(seconds));
}

std::string percent_text(double share) {
  if (!std::isfinite(share)) {
    return "-";
  }
  if (std::abs(share) >= 99.995) {
    return share > 0 ? ">9999%" : "<-9999%";
  }
  return fmt::format("{:.{}f}%", 100 * share, std::abs(share) < 9.9995 ? 1 : 0);
}

}  // namespace dps::text
