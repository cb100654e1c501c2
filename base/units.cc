#include "base/units.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace dps {
namespace {

/// A decimal number at the start of `text`, moved past it; no sign, hexadecimal, inf or nan.
std::optional<double> take_number(std::string_view& text) {
  if (text.empty() || !((text[0] >= '0' && text[0] <= '9') || text[0] == '.')) {
    return std::nullopt;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !std::isfinite(value)) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

template <typename Value, std::size_t N>
std::optional<Value> lookup(const std::array<std::pair<std::string_view, Value>, N>& table,
                            std::string_view key) {
  for (const auto& [name, value] : table) {
    if (name == key) {
      return value;
    }
  }
  return std::nullopt;
}

constexpr std::array<std::pair<std::string_view, double>, 7> kTimeUnits{
    {{"", 1}, {"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"min", 60}, {"h", 3600}}};

constexpr std::uint64_t kKibi = 1024;
constexpr std::array<std::pair<std::string_view, std::uint64_t>, 14> kSizeUnits{
    {{"", 1},
     {"B", 1},
     {"K", kKibi},
     {"M", kKibi << 10},
     {"G", kKibi << 20},
     {"T", kKibi << 30},
     {"KiB", kKibi},
     {"MiB", kKibi << 10},
     {"GiB", kKibi << 20},
     {"TiB", kKibi << 30},
     {"KB", 1'000},
     {"MB", 1'000'000},
     {"GB", 1'000'000'000},
     {"TB", 1'000'000'000'000}}};

/// Four significant digits at the most, without trailing zeros.
std::string significant(double value) {
  return fmt::format("{:.4g}", value);
}

}  // namespace

std::optional<Seconds> parse_time(std::string_view text) {
  const auto number = take_number(text);
  const auto unit = number ? lookup(kTimeUnits, text) : std::nullopt;
  if (!unit) {
    return std::nullopt;
  }
  const double seconds = *unit < 1 ? *number / std::round(1 / *unit) : *number * *unit;
  return std::isfinite(seconds) ? std::optional<Seconds>(Seconds(seconds)) : std::nullopt;
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || text.empty() || text[0] == '-') {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  const auto unit = lookup(kSizeUnits, text);
  if (!unit || number > UINT64_MAX / *unit) {
    return std::nullopt;
  }
  return number * *unit;
}

std::string format_time(Seconds time) {
  const double seconds = time.count();
  const double size = std::abs(seconds);
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

}  // namespace dps
