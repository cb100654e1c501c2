#include "base/text/decimal.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/check.h"

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

/// True for a number below 1 that is not 0. Only for numbers outside the range of a double: it
/// compares the decimal exponent of the first digit with 0.
bool is_below_one(std::string_view number) {
  const std::size_t end = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, end);
  if (const std::size_t sign = number.find_first_of("+-", end); sign != std::string_view::npos) {
    number.remove_prefix(number[sign] == '+' ? sign + 1 : sign);
  } else {
    number.remove_prefix(std::min(end + 1, number.size()));
  }
  std::int64_t exponent = 0;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), exponent);
  if (read.ec == std::errc::result_out_of_range) {
    return number.starts_with('-');
  }
  const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
  const auto first = static_cast<std::int64_t>(mantissa.find_first_of("123456789"));
  return (first < point ? point - first - 1 : point - first) + exponent < 0;
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
  DPS_CHECK(!number.has_exponent);
  std::string_view text = number.written;
  while (number.has_point && text.ends_with('0')) {
    text.remove_suffix(1);
  }
  Wide digits = 0;
  Wide power_of_ten = 1;
  bool after_point = false;
  for (const char c : text) {
    if (c == '.') {
      after_point = true;
      continue;
    }
    digits = digits * 10 + static_cast<unsigned>(c - '0');
    power_of_ten *= after_point ? 10 : 1;
    if (digits > kMostWhole || power_of_ten > kMostWhole) {  // the product might exceed Wide
      return tl::unexpected(after_point ? Inexact::kFraction : Inexact::kTooLarge);
    }
  }
  const Wide product = digits * factor;
  if (product % power_of_ten != 0) {
    return tl::unexpected(Inexact::kFraction);
  }
  const Wide whole = product / power_of_ten;
  return whole > kMostWhole
             ? tl::expected<std::uint64_t, Inexact>(tl::unexpected(Inexact::kTooLarge))
             : static_cast<std::uint64_t>(whole);
}

}  // namespace dps::text
