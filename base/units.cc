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

/// True for 8,000 and 1,250,000: at most three digits, and then zeros, at least two. Whole numbers
/// of KiB are not, except for numbers such as 128,000, which is written as 128 kB.
bool is_round_in_thousands(std::uint64_t bytes) {
  constexpr std::uint64_t kLeast = 1000;
  if (bytes < kLeast || bytes % 100 != 0) {
    return false;
  }
  while (bytes % 10 == 0) {
    bytes /= 10;
  }
  return bytes < kLeast;
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
  static constexpr std::array<std::string_view, 5> kThousands{"B", "kB", "MB", "GB", "TB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  if (is_round_in_thousands(bytes)) {
    for (; value >= 1000 && unit + 1 < kThousands.size(); ++unit) {
      value /= 1000;
    }
    return fmt::format("{:.10g} {}", value, kThousands[unit]);
  }
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
