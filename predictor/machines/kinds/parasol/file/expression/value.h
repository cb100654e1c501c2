/// The values of expressions, and operations on them. Source: docs/parasol.md, "Expressions".
#pragma once

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

namespace dps::parasol {

/// A whole number of 64 bits, or a floating-point number, which is finite.
struct ParasolValue {
  bool is_whole = true;
  std::int64_t whole = 0;
  double real = 0;

  static ParasolValue of(std::int64_t number) { return {true, number, 0}; }
  static ParasolValue of(double number) { return {false, 0, number}; }

  [[nodiscard]] double as_double() const { return is_whole ? static_cast<double>(whole) : real; }
  [[nodiscard]] bool is_true() const { return is_whole ? whole != 0 : real != 0; }
  bool operator==(const ParasolValue&) const = default;
};

/// Whole numbers have all digits, others are the shortest text that parses to the same number.
std::string text_of(const ParasolValue& value);

/// The operators and functions; kAnd and kOr are not among them, since they do not always evaluate
/// their right side.
enum class Operator : std::uint8_t {
  // of one value
  kNegative,
  kNot,
  kComplement,
  kAbs,
  kAcos,
  kAsin,
  kAtan,
  kCos,
  kCosh,
  kDouble,
  kExp,
  kFloor,
  kInt,
  kLog,
  kLog10,
  kRound,
  kSgn,
  kSin,
  kSinh,
  kSqrt,
  kTan,
  kTanh,
  // of two values
  kMultiply,
  kDivide,
  kRemainder,
  kAdd,
  kSubtract,
  kShiftLeft,
  kShiftRight,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kBitAnd,
  kBitXor,
  kBitOr,
  kPower,
};

/// A value, or the reason for which there is none: "division by zero".
using Computed = tl::expected<ParasolValue, std::string>;

Computed apply(Operator unary, ParasolValue value);
Computed apply(Operator binary, ParasolValue left, ParasolValue right);

}  // namespace dps::parasol
