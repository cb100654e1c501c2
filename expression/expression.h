/// The expressions in `{…}` and on V lines. Each is compiled once and evaluated once per process.
///
/// The parser emits instructions for a small stack machine instead of building a tree: the depth of
/// recursion is bounded, so no input overflows the call stack, and evaluation allocates nothing.
/// Source: docs/language.md, "Variables and expressions".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <tl/expected.hpp>

#include "expression/sampler.h"
#include "text/source_map.h"

namespace dps::expression {

/// Limit on the nesting of parentheses, signs, calls, `^` and `?:`.
inline constexpr int kMaxExpressionDepth = 64;

/// Scope in which the value of an expression is constant. Variables do not count: they have the
/// same values in all processes.
enum class Dependence : std::uint8_t {
  kNothing,  ///< constant in the whole program
  kGroup,    ///< uses `count`: constant among the clones of a process
  kProcess,  ///< uses `self`: differs between clones
};

/// An error in an expression, with its position in the text that was compiled.
struct Mistake {
  text::Range place;
  std::string text;    ///< of the diagnostic
  std::string name{};  ///< the unknown name; empty for other errors

  bool operator==(const Mistake&) const = default;
};

/// The variables that an expression may use.
struct Names {
  std::unordered_map<std::string, std::uint32_t> variables;  ///< name → index in Values::variables
};

/// Values of the names for one evaluation.
struct Values {
  std::span<const std::optional<double>> variables;  ///< nullopt: an error in it was reported
  double self = 0;
  double count = 0;
  Sampler* sampler = nullptr;  ///< null: an expression with a distribution is an error
};

/// The outcome of an evaluation: a number or an error. Neither is set if the expression uses a
/// variable without a value, since the error of that variable has already been reported.
struct Evaluation {
  std::optional<double> value;
  std::optional<Mistake> mistake{};
};

enum class Operation : std::uint8_t {
  kNumber,
  kVariable,
  kSelf,
  kCount,
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
  kXor,
  kUniform,
  kExponential,
  kNormal,
  kLognormal,
  kJump,
  kJumpIfFalse,
};

struct Instruction {
  Operation operation;
  std::uint32_t operand = 0;  ///< index of a variable (kVariable) or of an instruction (jumps)
  text::Range place{};        ///< of the operator, function or name, for errors
  double number = 0;          ///< kNumber
};

/// A compiled expression. Immutable; a default-constructed one must not be evaluated.
class Expression {
 public:
  Expression() = default;
  explicit Expression(std::vector<Instruction> code);

  [[nodiscard]] Evaluation evaluate(const Values& values) const;
  [[nodiscard]] Dependence dependence() const { return dependence_; }
  /// True if it contains a distribution, even in a branch that is never evaluated.
  [[nodiscard]] bool varies() const { return varies_; }
  /// Indices of the variables that it contains, in the order of the text, with repetitions.
  [[nodiscard]] std::vector<std::uint32_t> variables() const;

 private:
  std::vector<Instruction> code_;
  Dependence dependence_ = Dependence::kNothing;
  bool varies_ = false;
};

/// The names and the syntax that are allowed at the position of an expression.
struct ExpressionContext {
  const Names& names;
  bool process_names = false;  ///< allows `self` and `count`
  bool nested_braces = false;  ///< `{e}` means `(e)`, as on a V line
};

/// Compiles the part `range` of `text`. Returns the first error, if there is one.
tl::expected<Expression, Mistake> compile_expression(std::string_view text, text::Range range,
                                                     const ExpressionContext& context);

/// The text of a diagnostic if a variable cannot have this name; nullopt if it can.
std::optional<std::string> refuse_variable_name(std::string_view name);

/// Formats a whole number with all its digits and no point, another number as the shortest text
/// that is parsed as the same double.
std::string number_text(double value);

}  // namespace dps::expression
