/// Decimal numbers as files write them: "12", "1.50", ".5", "2.5e3".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <tl/expected.hpp>

namespace dps::text {

/// True for an ASCII digit, independently of the locale.
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// A number as it is written: digits, at most one point, optionally an exponent. No sign. Borrows
/// the text.
struct Decimal {
  std::string_view written;
  std::uint32_t digits = 0;  ///< of the mantissa
  bool has_point = false;
  bool has_exponent = false;

  [[nodiscard]] bool is_digits_only() const { return !has_point && !has_exponent; }
};

/// Takes the longest number off the front of `text`; nullopt if `text` does not begin with one.
/// "inf" and "nan" are not numbers; of "0x1f", only the 0 is.
std::optional<Decimal> take_decimal(std::string_view& text);

/// The whole of `text` as a number.
std::optional<Decimal> read_decimal(std::string_view text);

/// The nearest double: infinity when the number is too large, 0 when it is too small.
double nearest_double(const Decimal& number);

/// The reason for which a product is not a whole number of 64 bits.
enum class Inexact : std::uint8_t { kFraction, kTooLarge };

/// number × factor without rounding. A number whose digits, without zeros at their ends, exceed 64
/// bits is a fraction if it has decimals, otherwise too large.
tl::expected<std::uint64_t, Inexact> exact_product(const Decimal& number, std::uint64_t factor);

}  // namespace dps::text
