#include "base/text/quantities.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/letter_case.h"
#include "base/text/decimal.h"
#include "base/text/problems.h"
#include "base/text/units.h"
#include "base/units.h"

namespace dps::text {
namespace {

constexpr std::string_view kMostMemory = "8,191T";  // kMaxCount bytes, in whole T

bool is_negative(std::string_view text) {
  return text.starts_with('-') && looks_like_number(text);
}

tl::unexpected<std::string> refuse(std::string text) {
  return tl::unexpected<std::string>(std::move(text));
}

tl::unexpected<std::string> too_large(std::string_view text, std::string_view what,
                                      std::string_view most) {
  return refuse(fmt::format("{} must be at most {}, got {}", what, most, quoted(text)));
}

/// Returns nullopt if the text is not a whole number; the largest value if it is too large.
std::optional<std::uint64_t> read_integer(const Decimal& number) {
  const auto value = exact_product(number, 1);
  return value                                 ? std::optional(*value)
         : value.error() == Inexact::kTooLarge ? std::numeric_limits<std::uint64_t>::max()
                                               : std::optional<std::uint64_t>();
}

/// The size in the format of hosts files. kFraction: the text is no such size.
tl::expected<std::uint64_t, Inexact> read_size_of_host(std::string_view text) {
  const auto size = split_quantity(text, units_of_size(), QuantityFormat::kHosts);
  return size && size->unit != nullptr && size->number.is_digits_only()
             ? exact_product(size->number, size->unit->factor)
             : tl::unexpected(Inexact::kFraction);
}

/// Returns infinity if the time is too large for a double.
std::optional<double> read_time_in_seconds(std::string_view text) {
  const auto time = split_quantity(text, units_of_time(), QuantityFormat::kBlueprint);
  const QuantityUnit* unit = time ? time->unit : nullptr;
  if (unit == nullptr) {
    return std::nullopt;
  }
  const double value = nearest_double(time->number);
  // One of the two factors is a whole multiple of the other, so both quotients are exact.
  if (unit->factor < kFemtosecondsPerSecond) {
    const std::uint64_t divisor = kFemtosecondsPerSecond / unit->factor;
    return value / static_cast<double>(divisor);
  }
  const std::uint64_t multiplier = unit->factor / kFemtosecondsPerSecond;
  return value * static_cast<double>(multiplier);
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
  return read_time_in_seconds(text).has_value();
}

std::optional<Seconds> parse_time(std::string_view text) {
  const auto seconds = read_time_in_seconds(text);
  return seconds && std::isfinite(*seconds) ? std::optional<Seconds>(*seconds) : std::nullopt;
}

std::string suggest_time(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 26> kUnits{{
      {"s", "s"},         {"sec", "s"},   {"secs", "s"},   {"second", "s"}, {"seconds", "s"},
      {"ms", "ms"},       {"msec", "ms"}, {"msecs", "ms"}, {"us", "us"},    {"\u00b5s", "us"},
      {"\u03bcs", "us"},  {"usec", "us"}, {"usecs", "us"}, {"ns", "ns"},    {"nsec", "ns"},
      {"nsecs", "ns"},    {"m", "min"},   {"min", "min"},  {"mins", "min"}, {"minute", "min"},
      {"minutes", "min"}, {"h", "h"},     {"hr", "h"},     {"hrs", "h"},    {"hour", "h"},
      {"hours", "h"},
  }};
  const auto time = split_quantity(text, units_of_time(), QuantityFormat::kBlueprint);
  if (!time || time->unit != nullptr) {
    return "";
  }
  const std::size_t begin = time->unit_name.find_first_not_of(' ');
  const std::string name =
      lower_case(time->unit_name.substr(std::min(begin, time->unit_name.size())));
  for (const auto& [spelling, unit] : kUnits) {
    if (name == spelling) {
      return fmt::format("; did you mean '{}{}'?", time->number.written, unit);
    }
  }
  return "";
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  const auto bytes = read_size_of_host(text);
  return bytes ? std::optional<std::uint64_t>(*bytes) : std::nullopt;
}

bool looks_like_size(std::string_view text) {
  const auto bytes = read_size_of_host(text);
  return bytes || bytes.error() == Inexact::kTooLarge;
}

Checked<std::uint64_t> read_host_memory(std::string_view text, std::string_view what) {
  const auto bytes = read_size_of_host(text);
  if (bytes ? *bytes > kMaxCount : bytes.error() == Inexact::kTooLarge) {
    return too_large(text, what, kMostMemory);
  }
  return bytes ? Checked<std::uint64_t>(*bytes)
               : refuse(fmt::format("{} must be a size such as 512M or 64G, got {}", what,
                                    quoted(text)));
}

Checked<std::uint64_t> read_whole(std::string_view text, const WholeNumber& wanted) {
  if (is_negative(text)) {
    return refuse(fmt::format("{} cannot be negative, got {}", wanted.what, quoted(text)));
  }
  const auto number = read_decimal(text);
  const auto value = number
                         ? exact_product(*number, 1)
                         : tl::expected<std::uint64_t, Inexact>(tl::unexpected(Inexact::kFraction));
  if (value ? *value > wanted.most : value.error() == Inexact::kTooLarge) {
    return too_large(text, wanted.what, format_count(wanted.most));
  }
  if (!value) {
    const auto size = parse_size(text);
    return refuse(fmt::format("{} must be a whole number, got {}{}", wanted.what, quoted(text),
                              size ? fmt::format("; did you mean '{}'?", *size) : ""));
  }
  if (*value < wanted.least) {
    return refuse(
        fmt::format("{} must be at least {}, got {}", wanted.what, wanted.least, quoted(text)));
  }
  return *value;
}

Checked<double> read_seconds(std::string_view text, std::string_view what) {
  if (is_negative(text)) {
    return refuse(fmt::format("{} cannot be negative, got {}", what, quoted(text)));
  }
  const auto seconds = read_time_in_seconds(text);
  if (!seconds) {
    return refuse(fmt::format("{} must be written like 0.5 (seconds) or 20ms, got {}{}", what,
                              quoted(text), suggest_time(text)));
  }
  if (*seconds > kMaxSeconds) {
    return too_large(text, what, "1e9 s");
  }
  return *seconds;
}

Checked<double> read_time_with_unit(std::string_view text, std::string_view example, double most) {
  const auto seconds = read_time_in_seconds(text);
  if (!seconds || read_decimal(text)) {
    return refuse(fmt::format("expected a time such as '{}', got {}{}", example, quoted(text),
                              seconds ? ", which has no unit" : suggest_time(text)));
  }
  if (*seconds > most) {
    return refuse(fmt::format("{} is out of range: at most {} s", quoted(text),
                              format_count(static_cast<std::uint64_t>(most))));
  }
  return *seconds;
}

Checked<double> read_real(std::string_view text, std::string_view what) {
  if (is_negative(text)) {
    return refuse(fmt::format("{} cannot be negative, got {}", what, quoted(text)));
  }
  const auto number = read_decimal(text);
  if (!number) {
    return refuse(fmt::format("{} must be a number, got {}", what, quoted(text)));
  }
  const double value = nearest_double(*number);
  if (std::isinf(value)) {
    return too_large(text, what, "1.8e308");
  }
  return value;
}

Checked<std::uint64_t> read_memory(std::string_view text) {
  const auto size = split_quantity(text, units_of_size(), QuantityFormat::kBlueprint);
  const QuantityUnit* unit = size ? size->unit : nullptr;
  const auto number = unit == nullptr ? std::nullopt : read_integer(size->number);
  if (!number && !is_negative(text)) {
    const std::size_t at = std::min(text.find_first_not_of("0123456789"), text.size());
    const bool has_unit = at > 0 && parse_size(text) && text[at] != 'K' && text[at] != 'B';
    return refuse(fmt::format(
        "MEMORY must be a whole number of bytes, or of M, G or T, got {}{}", quoted(text),
        has_unit ? fmt::format("; did you mean '{}'?", text.substr(0, at + 1)) : "; as in 16G"));
  }
  if (!number) {
    return refuse(fmt::format("MEMORY cannot be negative, got {}", quoted(text)));
  }
  return *number > kMaxCount / unit->factor
             ? Checked<std::uint64_t>(too_large(text, "MEMORY", kMostMemory))
             : Checked<std::uint64_t>(*number * unit->factor);
}

}  // namespace dps::text
