/// The instructions of compiled expressions, for a small stack machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/text/source_map.h"

namespace dps::expression {

/// Limit on the nesting of parentheses, signs, calls, `^` and `?:`.
inline constexpr int kMaxExpressionDepth = 64;

/// Limit on the parameters of a function that is defined outside the expression.
inline constexpr std::uint32_t kMaxParameters = 16;

/// Bound on the values of one expression that are on the stack at once. A level of nesting leaves
/// at most one value per binary precedence (4, since `&&` and `||` leave none) and the earlier
/// arguments of a function.
inline constexpr std::size_t kStackSize =
    (std::size_t{4} + kMaxParameters) * (std::size_t{kMaxExpressionDepth} + 1);

/// The largest whole number up to which a double holds all of them, 2^53.
inline constexpr double kMaxInteger = 9007199254740992.0;

/// An error in an expression, with its position in the text that was compiled.
struct Mistake {
  text::Range place;
  std::string text;    ///< of the diagnostic
  std::string name{};  ///< the unknown name; empty for other errors

  bool operator==(const Mistake&) const = default;
};

enum class Opcode : std::uint8_t {
  kNumber,
  kVariable,
  kSelf,
  kCount,
  kStep,
  kReceiver,
  kNegate,
  kNot,
  kTruth,
  kPower,
  kMultiply,
  kDivide,
  kModulo,
  kAdd,
  kSubtract,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kMin,
  kMax,
  kCeil,
  kFloor,
  kRound,
  kAbs,
  kSqrt,
  kLog,
  kLog2,
  kLog10,
  kExp,
  kXor,
  kUniform,
  kExponential,
  kNormal,
  kLognormal,
  kJump,
  kJumpIfFalse,
  kParameter,
  kCall,
};

struct Instruction {
  Opcode operation;
  /// Index of a variable (kVariable), of an instruction (jumps), of a parameter, of a function, or
  /// of a distribution among those of the expression.
  std::uint32_t operand = 0;
  text::Range place{};  ///< of the operator, function or name, for errors
  double number = 0;    ///< kNumber

  bool operator==(const Instruction&) const = default;
};

/// True for the operations that need a draw.
constexpr bool is_distribution(Opcode operation) {
  return operation >= Opcode::kUniform && operation <= Opcode::kLognormal;
}

}  // namespace dps::expression
