#include "text/quantities.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/units.h"
#include "text/problems.h"

namespace dps::text {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_negative(std::string_view text) {
  return text.starts_with('-') && looks_like_number(text);
}

tl::unexpected<std::string> refuse(std::string text) {
  return tl::unexpected<std::string>(std::move(text));
}

tl::unexpected<std::string> too_large(std::string_view text, std::string_view what,
                                      std::string_view most) {
  return refuse(fmt::format("{} is at most {}, got {}", what, most, quoted(text)));
}

/// A decimal number and nothing else; infinite when it is too large for a double.
std::optional<double> read_decimal(std::string_view text) {
  if (text.empty() || !(is_digit(text[0]) || text[0] == '.')) {
    return std::nullopt;  // from_chars knows "inf" and "nan"
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) {
    return std::nullopt;
  }
  if (error == std::errc::result_out_of_range) {
    return text.find("e-") == std::string_view::npos && text.find("E-") == std::string_view::npos
               ? std::numeric_limits<double>::infinity()
               : 0.0;
  }
  return value;
}

/// Digits exactly, other spellings through a double; nullopt if it is not a whole number, the
/// largest value if it is too large.
std::optional<std::uint64_t> read_integer(std::string_view text) {
  constexpr auto kTooLarge = std::numeric_limits<std::uint64_t>::max();
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_digit)) {
    std::uint64_t value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    return result.ec == std::errc{} ? value : kTooLarge;
  }
  const auto value = read_decimal(text);
  if (!value || std::trunc(*value) != *value) {
    return std::nullopt;
  }
  return *value < 0x1p63 ? static_cast<std::uint64_t>(*value) : kTooLarge;
}

/// For units that are written otherwise elsewhere.
std::string suggest_time(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kUnits{{
      {"sec", "s"},
      {"secs", "s"},
      {"second", "s"},
      {"seconds", "s"},
      {"S", "s"},
      {"msec", "ms"},
      {"MS", "ms"},
      {"usec", "us"},
      {"\u00b5s", "us"},
      {"\u03bcs", "us"},
      {"nsec", "ns"},
      {"m", "min"},
      {"mins", "min"},
      {"minutes", "min"},
      {"hour", "h"},
      {"hours", "h"},
  }};
  const std::size_t at = text.find_first_not_of("0123456789.");
  for (const auto& [wrong, right] : kUnits) {
    if (at != std::string_view::npos && at > 0 && text.substr(at) == wrong) {
      return fmt::format("; did you mean '{}{}'?", text.substr(0, at), right);
    }
  }
  return "";
}

}  // namespace

bool looks_like_number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  if (text.starts_with('.')) {
    text.remove_prefix(1);
  }
  return !text.empty() && is_digit(text[0]);
}

bool looks_like_time(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  return parse_time(text) || read_decimal(text);
}

Checked<std::uint64_t> read_whole(std::string_view text, const WholeNumber& wanted) {
  if (is_negative(text)) {
    return refuse(fmt::format("{} cannot be negative, got {}", wanted.what, quoted(text)));
  }
  const auto value = read_integer(text);
  if (!value) {
    const auto size = parse_size(text);
    return refuse(fmt::format("{} is a whole number, got {}{}", wanted.what, quoted(text),
                              size ? fmt::format("; did you mean '{}'?", *size) : ""));
  }
  if (*value > wanted.most) {
    return too_large(text, wanted.what, format_count(wanted.most));
  }
  if (*value < wanted.least) {
    return refuse(
        fmt::format("{} is at least {}, got {}", wanted.what, wanted.least, quoted(text)));
  }
  return *value;
}

Checked<double> read_seconds(std::string_view text, std::string_view what) {
  if (is_negative(text)) {
    return refuse(fmt::format("{} cannot be negative, got {}", what, quoted(text)));
  }
  const auto time = parse_time(text);
  const auto plain = time ? std::optional<double>(time->count()) : read_decimal(text);
  if (!plain) {
    return refuse(fmt::format("{} is written as 0.5 (seconds) or 20ms, got {}{}", what,
                              quoted(text), suggest_time(text)));
  }
  if (*plain > kMaxSeconds) {
    return too_large(text, what, "1e9 s");
  }
  return *plain;
}

Checked<double> read_real(std::string_view text, std::string_view what) {
  if (is_negative(text)) {
    return refuse(fmt::format("{} cannot be negative, got {}", what, quoted(text)));
  }
  const auto value = read_decimal(text);
  if (!value) {
    return refuse(fmt::format("{} is a number, got {}", what, quoted(text)));
  }
  if (std::isinf(*value)) {
    return too_large(text, what, "1.8e308");
  }
  return *value;
}

Checked<std::uint64_t> read_memory(std::string_view text) {
  std::uint64_t unit = 1;
  std::string_view digits = text;
  for (const auto& [letter, factor] :
       {std::pair{'M', std::uint64_t{1} << 20}, std::pair{'G', std::uint64_t{1} << 30},
        std::pair{'T', std::uint64_t{1} << 40}}) {
    if (text.ends_with(letter)) {
      unit = factor;
      digits.remove_suffix(1);
    }
  }
  const auto number = read_integer(digits);
  if (!number && !is_negative(text)) {
    const std::size_t at = std::min(text.find_first_not_of("0123456789"), text.size());
    const bool has_unit = at > 0 && parse_size(text) && text[at] != 'K' && text[at] != 'B';
    return refuse(fmt::format(
        "MEMORY is a whole number of bytes, or of M, G or T, got {}{}", quoted(text),
        has_unit ? fmt::format("; did you mean '{}'?", text.substr(0, at + 1)) : "; as in 16G"));
  }
  if (!number) {
    return refuse(fmt::format("MEMORY cannot be negative, got {}", quoted(text)));
  }
  return *number > kMaxCount / unit ? Checked<std::uint64_t>(too_large(text, "MEMORY", "8,191T"))
                                    : Checked<std::uint64_t>(*number * unit);
}

}  // namespace dps::text
