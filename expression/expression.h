/// The expressions of `{…}` and V lines: compiled once, evaluated for as many processes as needed.
///
/// An expression is compiled to instructions for a small stack machine while it is parsed. So no
/// input, however long or deep, can overflow the stack, and a million evaluations allocate nothing.
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

/// How deep parentheses, signs, calls, `^` and `?:` may nest.
inline constexpr int kMaxExpressionDepth = 64;

/// On what a value depends besides the variables, which are the same everywhere.
enum class Dependence : std::uint8_t {
  kNothing,
  kGroup,    ///< count: the same for all clones
  kProcess,  ///< self
};

/// What is wrong in an expression, and where.
struct Mistake {
  text::Range place;
  std::string text;
  std::string name{};  ///< the unknown name, if that is the mistake

  bool operator==(const Mistake&) const = default;
};

/// The names that an expression may use.
struct Names {
  std::unordered_map<std::string, std::uint32_t> variables;  ///< name → position of its value
};

/// What the names stand for.
struct Values {
  std::span<const std::optional<double>> variables;  ///< nullopt: its own mistake was reported
  double self = 0;
  double count = 0;
  Sampler* sampler = nullptr;  ///< for distributions; none: they have no value here
};

/// A number; or a mistake; or neither, when a variable has no value because of a mistake of its
/// own.
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
  std::uint32_t operand = 0;  ///< kVariable: which; jumps: to which instruction
  text::Range place{};        ///< of the operator, function or name
  double number = 0;          ///< kNumber
};

class Expression {
 public:
  Expression() = default;
  explicit Expression(std::vector<Instruction> code);

  [[nodiscard]] Evaluation evaluate(const Values& values) const;
  [[nodiscard]] Dependence dependence() const { return dependence_; }
  /// It has a distribution, evaluated or not.
  [[nodiscard]] bool varies() const { return varies_; }
  /// Of every variable that it names, evaluated or not; may repeat.
  [[nodiscard]] std::vector<std::uint32_t> variables() const;

 private:
  std::vector<Instruction> code_;
  Dependence dependence_ = Dependence::kNothing;
  bool varies_ = false;
};

/// Where the text of an expression stands and what it may use.
struct ExpressionContext {
  const Names& names;
  bool process_names = false;  ///< self and count have values here
  bool nested_braces = false;  ///< on a V line `{e}` means `(e)`
};

/// Compiles the part `range` of `text`. The first mistake ends it.
tl::expected<Expression, Mistake> compile_expression(std::string_view text, text::Range range,
                                                     const ExpressionContext& context);

/// Whether a name may be that of a variable; if not, why, for a message.
std::optional<std::string> refuse_variable_name(std::string_view name);

/// A whole value with all its digits and no point; another as the shortest text that reads back.
std::string number_text(double value);

}  // namespace dps::expression
