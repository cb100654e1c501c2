/// A ratio in at most seven characters: "1.445", "108.3", "2e+04"; "-" if it is unknown.
#pragma once

#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace dps::profiles {

inline std::string ratio_text(const std::optional<double>& ratio) {
  if (!ratio) {
    return "-";
  }
  const double size = std::abs(*ratio);
  return size >= 999.95  ? fmt::format("{:.0e}", *ratio)
         : size >= 99.95 ? fmt::format("{:.1f}", *ratio)
                         : fmt::format("{:.3f}", *ratio);
}

}  // namespace dps::profiles
