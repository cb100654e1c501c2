#include "base/text/decimal.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>

namespace dps::text {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr Wide kMostWhole = std::numeric_limits<std::uint64_t>::max();

std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) {
    ++end;
  }
  return end - at;
}

/// Length of the exponent at `at`, such as "e5" or "E-3"; 0 if there is none.
std::size_t exponent_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) {
    return 0;
  }
  const std::size_t sign =
      at + 1 < text.size() && (text[at + 1] == '+' || text[at + 1] == '-') ? 1 : 0;
  const std::size_t digits = digits_at(text, at + 1 + sign);
  return digits == 0 ? 0 : 1 + sign + digits;
}

/// The exponent of a number, 0 without one. A longer one is cut to kMostExponent, which exceeds the
/// number of digits of any text.
std::int64_t exponent_of(std::string_view number) {
  constexpr std::int64_t kMostExponent = std::int64_t{1} << 40;
  const std::size_t end = std::min(number.find_first_of("eE"), number.size());
  number.remove_prefix(std::min(end + 1, number.size()));
  number.remove_prefix(number.starts_with('+') ? 1 : 0);
  std::int64_t exponent = 0;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), exponent);
  if (read.ec == std::errc::result_out_of_range) {
    return number.starts_with('-') ? -kMostExponent : kMostExponent;
  }
  return std::clamp(exponent, -kMostExponent, kMostExponent);
}

std::string_view mantissa_of(std::string_view number) {
  return number.substr(0, number.find_first_of("eE"));
}

/// True for a number below 1 that is not 0. Only for numbers outside the range of a double: it
/// compares the decimal exponent of the first digit with 0.
bool is_below_one(std::string_view number) {
  const std::string_view mantissa = mantissa_of(number);
  const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
  const auto first = static_cast<std::int64_t>(mantissa.find_first_of("123456789"));
  return (first < point ? point - first - 1 : point - first) + exponent_of(number) < 0;
}

/// digits × 10^exponent.
struct Scaled {
  std::uint64_t digits = 0;  ///< not a multiple of 10, except 0
  std::int64_t exponent = 0;
};

/// Errors: the digits exceed 64 bits.
tl::expected<Scaled, Inexact> scaled(std::string_view number) {
  constexpr std::int64_t kMostDigits = std::numeric_limits<std::uint64_t>::digits10 + 1;
  std::string digits(mantissa_of(number));
  Scaled value{0, exponent_of(number)};
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    digits.erase(point, 1);
    value.exponent -= static_cast<std::int64_t>(digits.size() - point);
  }
  const std::size_t end = digits.find_last_not_of('0') + 1;  // 0 if all are zeros
  if (end == 0) {
    return Scaled{};
  }
  value.exponent += static_cast<std::int64_t>(digits.size() - end);
  digits.resize(end);
  digits.erase(0, digits.find_first_not_of('0'));
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value.digits);
  if (read.ec == std::errc::result_out_of_range) {
    const auto places = static_cast<std::int64_t>(digits.size()) + value.exponent;
    return tl::unexpected(value.exponent >= 0 || places > kMostDigits ? Inexact::kTooLarge
                                                                      : Inexact::kFraction);
  }
  return value;
}

}  // namespace

std::optional<Decimal> take_decimal(std::string_view& text) {
  Decimal number;
  std::size_t digits = digits_at(text, 0);
  std::size_t end = digits;
  if (end < text.size() && text[end] == '.') {
    const std::size_t after = digits_at(text, end + 1);
    number.has_point = digits + after > 0;
    end += number.has_point ? 1 + after : 0;
    digits += after;
  }
  if (digits == 0) {
    return std::nullopt;
  }
  const std::size_t exponent = exponent_at(text, end);
  number.has_exponent = exponent > 0;
  number.digits = static_cast<std::uint32_t>(digits);
  number.written = text.substr(0, end + exponent);
  text.remove_prefix(end + exponent);
  return number;
}

std::optional<Decimal> read_decimal(std::string_view text) {
  const auto number = take_decimal(text);
  return text.empty() ? number : std::nullopt;
}

double nearest_double(const Decimal& number) {
  const std::string_view text = number.written;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    return is_below_one(text) ? 0.0 : std::numeric_limits<double>::infinity();
  }
  return value;
}

tl::expected<std::uint64_t, Inexact> exact_product(const Decimal& number, std::uint64_t factor) {
  const auto value = scaled(number.written);
  if (!value) {
    return tl::unexpected(value.error());
  }
  Wide product = Wide{value->digits} * factor;
  std::int64_t exponent = value->exponent;
  for (; product > 0 && exponent < 0; ++exponent) {
    if (product % 10 != 0) {
      return tl::unexpected(Inexact::kFraction);
    }
    product /= 10;
  }
  for (; product > 0 && product <= kMostWhole && exponent > 0; --exponent) {
    product *= 10;
  }
  return product > kMostWhole
             ? tl::expected<std::uint64_t, Inexact>(tl::unexpected(Inexact::kTooLarge))
             : static_cast<std::uint64_t>(product);
}

}  // namespace dps::text
