#include "base/units.h"

#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace dps {
namespace {

/// At most four significant digits, without trailing zeros.
std::string significant(double value) {
  return fmt::format("{:.4g}", value);
}

}  // namespace

std::string format_time(Seconds time) {
  const double seconds = time.count();
  const double size = std::abs(seconds);
  if (std::isnan(seconds)) {
    return "-";
  }
  if (size == 0) {
    return "0 s";
  }
  if (size < 0.9995e-6) {
    return significant(seconds * 1e9) + " ns";
  }
  if (size < 0.9995e-3) {
    return significant(seconds * 1e6) + " us";
  }
  if (size < 0.9995) {
    return significant(seconds * 1e3) + " ms";
  }
  return (size < 10'000 ? significant(seconds) : fmt::format("{:.0f}", seconds)) + " s";
}

std::string format_size(std::uint64_t bytes) {
  static constexpr std::array<std::string_view, 5> kNames{"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1023.95 && unit + 1 < kNames.size()) {
    value /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, kNames[unit]);
}

std::string format_count(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t i = digits.size(); i > 3; i -= 3) {
    digits.insert(i - 3, ",");
  }
  return digits;
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view more) {
  const std::string plural = more.empty() ? std::string(one) + "s" : std::string(more);
  return format_count(count) + " " + (count == 1 ? std::string(one) : plural);
}

}  // namespace dps
