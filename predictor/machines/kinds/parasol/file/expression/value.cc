#include "predictor/machines/kinds/parasol/file/expression/value.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace dps::parasol {
namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

tl::unexpected<std::string> error(const char* text) {
  return tl::unexpected<std::string>(text);
}

tl::unexpected<std::string> outside() {
  return error("the result does not fit into 64 bits");
}

Computed finite(double value) {
  if (std::isnan(value)) {
    return error("the result is undefined");
  }
  if (std::isinf(value)) {
    return error("the result is infinite");
  }
  return ParasolValue::of(value);
}

Computed whole_of(double value) {
  if (!(value >= -kTwoTo63 && value < kTwoTo63)) {
    return outside();
  }
  return ParasolValue::of(static_cast<std::int64_t>(value));
}

Computed truth(bool is_true) {
  return ParasolValue::of(std::int64_t{is_true ? 1 : 0});
}

/// Functions that return whole numbers.
Computed rounded(Operator op, ParasolValue value) {
  if (value.is_whole && op != Operator::kSgn) {
    return value;
  }
  const double x = value.as_double();
  switch (op) {
    case Operator::kFloor:
      return whole_of(std::floor(x));
    case Operator::kInt:
      return whole_of(std::trunc(x));
    case Operator::kRound:
      return whole_of(std::round(x));
    default:
      return ParasolValue::of(std::int64_t{x > 0 ? 1 : x < 0 ? -1 : 0});
  }
}

double function_value(Operator op, double x) {
  switch (op) {
    case Operator::kAcos:
      return std::acos(x);
    case Operator::kAsin:
      return std::asin(x);
    case Operator::kAtan:
      return std::atan(x);
    case Operator::kCos:
      return std::cos(x);
    case Operator::kCosh:
      return std::cosh(x);
    case Operator::kExp:
      return std::exp(x);
    case Operator::kLog:
      return std::log(x);
    case Operator::kLog10:
      return std::log10(x);
    case Operator::kSin:
      return std::sin(x);
    case Operator::kSinh:
      return std::sinh(x);
    case Operator::kSqrt:
      return std::sqrt(x);
    case Operator::kTan:
      return std::tan(x);
    case Operator::kTanh:
      return std::tanh(x);
    default:
      return x;  // kDouble
  }
}

Computed negative(ParasolValue value) {
  if (!value.is_whole) {
    return ParasolValue::of(-value.real);
  }
  return value.whole == kLeast ? Computed(outside()) : ParasolValue::of(-value.whole);
}

Computed divided(ParasolValue left, ParasolValue right) {
  if (!right.is_true()) {
    return error("division by zero");
  }
  if (!left.is_whole || !right.is_whole) {
    return finite(left.as_double() / right.as_double());
  }
  return left.whole == kLeast && right.whole == -1 ? Computed(outside())
                                                   : ParasolValue::of(left.whole / right.whole);
}

Computed whole_power(std::int64_t base, std::int64_t exponent) {
  std::int64_t result = 1;
  while (exponent > 0) {
    if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) {
      return outside();
    }
    exponent >>= 1;
    if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) {
      return outside();  // a base that overflows has a bit of the exponent left
    }
  }
  return ParasolValue::of(result);
}

Computed power(ParasolValue left, ParasolValue right) {
  if (left.is_whole && right.is_whole && right.whole >= 0) {
    return whole_power(left.whole, right.whole);
  }
  if (!left.is_true() && right.as_double() < 0) {
    return error("division by zero");
  }
  return finite(std::pow(left.as_double(), right.as_double()));
}

Computed shifted(Operator op, std::int64_t value, std::int64_t places) {
  if (places < 0 || places > 63) {
    return error("a shift is by 0 to 63 places");
  }
  if (op == Operator::kShiftRight) {
    return ParasolValue::of(value >> places);
  }
  const auto result =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << static_cast<unsigned>(places));
  return result >> places == value ? Computed(ParasolValue::of(result)) : outside();
}

/// The operators that need whole numbers.
Computed of_whole(Operator op, ParasolValue left, ParasolValue right) {
  if (!left.is_whole || !right.is_whole) {
    return error("this operator needs whole numbers; int(x) makes one");
  }
  const std::int64_t a = left.whole;
  const std::int64_t b = right.whole;
  switch (op) {
    case Operator::kRemainder:
      return b == 0 ? Computed(error("division by zero")) : ParasolValue::of(b == -1 ? 0 : a % b);
    case Operator::kBitAnd:
      return ParasolValue::of(a & b);
    case Operator::kBitXor:
      return ParasolValue::of(a ^ b);
    case Operator::kBitOr:
      return ParasolValue::of(a | b);
    default:
      return shifted(op, a, b);
  }
}

template <typename Number>
bool compared(Operator op, Number a, Number b) {
  switch (op) {
    case Operator::kLess:
      return a < b;
    case Operator::kLessEqual:
      return a <= b;
    case Operator::kGreater:
      return a > b;
    case Operator::kGreaterEqual:
      return a >= b;
    case Operator::kEqual:
      return a == b;
    default:
      return a != b;
  }
}

/// Sum, difference and product.
Computed combined(Operator op, ParasolValue left, ParasolValue right) {
  if (!left.is_whole || !right.is_whole) {
    const double a = left.as_double();
    const double b = right.as_double();
    return finite(op == Operator::kAdd ? a + b : op == Operator::kSubtract ? a - b : a * b);
  }
  std::int64_t result = 0;
  const bool overflows =
      op == Operator::kAdd        ? __builtin_add_overflow(left.whole, right.whole, &result)
      : op == Operator::kSubtract ? __builtin_sub_overflow(left.whole, right.whole, &result)
                                  : __builtin_mul_overflow(left.whole, right.whole, &result);
  return overflows ? Computed(outside()) : ParasolValue::of(result);
}

}  // namespace

std::string text_of(const ParasolValue& value) {
  if (value.is_whole) {
    return fmt::format("{}", value.whole);
  }
  std::string text = fmt::format("{}", value.real);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

Computed apply(Operator unary, ParasolValue value) {
  switch (unary) {
    case Operator::kNegative:
      return negative(value);
    case Operator::kNot:
      return truth(!value.is_true());
    case Operator::kComplement:
      return value.is_whole ? Computed(ParasolValue::of(~value.whole))
                            : error("'~' needs a whole number; int(x) makes one");
    case Operator::kAbs:
      return value.is_whole ? (value.whole < 0 ? negative(value) : Computed(value))
                            : ParasolValue::of(std::fabs(value.real));
    case Operator::kFloor:
    case Operator::kInt:
    case Operator::kRound:
    case Operator::kSgn:
      return rounded(unary, value);
    default:
      return finite(function_value(unary, value.as_double()));
  }
}

Computed apply(Operator binary, ParasolValue left, ParasolValue right) {
  switch (binary) {
    case Operator::kDivide:
      return divided(left, right);
    case Operator::kPower:
      return power(left, right);
    case Operator::kAdd:
    case Operator::kSubtract:
    case Operator::kMultiply:
      return combined(binary, left, right);
    case Operator::kLess:
    case Operator::kLessEqual:
    case Operator::kGreater:
    case Operator::kGreaterEqual:
    case Operator::kEqual:
    case Operator::kNotEqual:
      return truth(left.is_whole && right.is_whole
                       ? compared(binary, left.whole, right.whole)
                       : compared(binary, left.as_double(), right.as_double()));
    default:
      return of_whole(binary, left, right);
  }
}

}  // namespace dps::parasol
