/// The expressions in `{…}`, on V lines and in models. Each is compiled once, evaluated once per
/// process of a blueprint, and at each point of a model.
///
/// The parser emits instructions for a small stack machine instead of building a tree: the depth of
/// recursion is bounded, so no input overflows the call stack, and evaluation allocates nothing.
/// Source: docs/language.md, "Variables and expressions"; docs/models.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <tl/expected.hpp>

#include "base/expression/instruction.h"
#include "base/text/problems.h"
#include "base/text/source_map.h"

namespace dps::expression {

/// Scope in which the value of an expression is constant. Variables do not count: they have the
/// same values in all processes.
enum class Dependence : std::uint8_t {
  kNothing,  ///< constant in the whole program
  kGroup,    ///< uses `count`: constant among the clones of a process
  kProcess,  ///< uses `self`: differs between clones
};

/// A function that is defined outside the expression.
struct Signature {
  std::uint32_t index = 0;  ///< in Calls::functions
  std::uint32_t parameters = 0;
};

/// The names that an expression may use.
struct Names {
  std::unordered_map<std::string, std::uint32_t> variables;  ///< name → index in Values::variables
  /// Name → function, besides those of every expression. A variable may have the same name.
  std::unordered_map<std::string, Signature> functions{};
};

struct Calls;

/// Values of the names for one evaluation.
struct Values {
  std::span<const std::optional<double>> variables;  ///< nullopt: an error in it was reported
  double self = 0;
  double count = 0;
  /// Decides the numbers of distributions; nullopt: an expression with one is an error.
  std::optional<std::uint64_t> draw{};
  Calls* calls = nullptr;  ///< null: no expression calls a function of Names::functions
  double step = 0;
  double receiver = 0;  ///< the value of `to`
};

/// The outcome of an evaluation: a number or an error. Neither is set if the expression uses a
/// variable without a value, since the error of that variable has already been reported.
struct Evaluation {
  std::optional<double> value;
  std::optional<Mistake> mistake{};
};

/// Evaluates the instructions of an expression or of a variate
/// (base/expression/variate.h).
Evaluation evaluate(std::span<const Instruction> code, const Values& values);

/// A compiled expression. Immutable; a default-constructed one must not be evaluated.
class Expression {
 public:
  Expression() = default;
  explicit Expression(std::vector<Instruction> code);

  [[nodiscard]] Evaluation evaluate(const Values& values) const;
  [[nodiscard]] Dependence dependence() const { return dependence_; }
  /// True if it contains a distribution, even in a branch that is never evaluated.
  [[nodiscard]] bool varies() const { return varies_; }
  /// True if it contains `step`, even in a branch that is never evaluated.
  [[nodiscard]] bool uses_step() const { return uses_step_; }
  /// The same for `to`.
  [[nodiscard]] bool uses_receiver() const { return uses_receiver_; }
  /// Indices of the variables that it contains, in the order of the text, with repetitions.
  [[nodiscard]] std::vector<std::uint32_t> variables() const;
  /// The same for the functions of Names::functions.
  [[nodiscard]] std::vector<std::uint32_t> functions() const;
  [[nodiscard]] std::span<const Instruction> code() const { return code_; }

 private:
  [[nodiscard]] std::vector<std::uint32_t> operands_of(Opcode operation) const;

  std::vector<Instruction> code_;
  Dependence dependence_ = Dependence::kNothing;
  bool varies_ = false;
  bool uses_step_ = false;
  bool uses_receiver_ = false;
};

/// A function that expressions call: an expression with parameters, or a computation.
struct Callee {
  /// The value, or the text of an error, for the values of all parameters.
  using Compute = std::function<tl::expected<double, std::string>(std::span<const double>)>;

  std::uint32_t parameters = 0;
  Expression body{};
  Compute compute{};  ///< if it is set, there is no body
};

/// The functions that expressions call, and memory for their evaluation, which grows with the depth
/// of calls. No function may call itself, not even through others.
struct Calls {
  /// A call that has not ended.
  struct Frame {
    std::span<const Instruction> code;
    std::size_t next = 0;   ///< instruction
    std::size_t first = 0;  ///< place of the first parameter on the stack
  };

  std::vector<Callee> functions;
  std::uint64_t steps_left = 0;  ///< instructions; an evaluation that needs more is an error
  std::vector<double> stack{};
  std::vector<Frame> frames{};
};

/// The kind of text that contains an expression: it decides some of the syntax and the advice.
enum class Dialect : std::uint8_t {
  kBlueprint,
  kModel,  ///< line ends and comments are blanks; no distributions and no predefined names
};

/// The names and the syntax that are allowed at the position of an expression.
struct ExpressionContext {
  const Names& names;
  bool process_names = false;  ///< allows `self` and `count`
  bool nested_braces = false;  ///< `{e}` means `(e)`, as on a V line
  Dialect dialect = Dialect::kBlueprint;
  std::span<const std::string> parameters{};  ///< of the function; they hide variables
  bool step_name = false;                     ///< allows `step`
  bool receiver_name = false;                 ///< allows `to`
};

/// Compiles the part `range` of `text`. Returns the first error, if there is one.
tl::expected<Expression, Mistake> compile_expression(std::string_view text, text::Range range,
                                                     const ExpressionContext& context);

/// Adds an error for the mistake; an unknown name is reported once for all its uses.
void report(text::Problems& problems, const Mistake& mistake);

/// The terms of a sum: the parts of `range` between its `+` and `-`, if these are the last
/// operations of the expression; else all of it.
struct Term {
  text::Range place;
  bool is_subtracted = false;

  bool operator==(const Term&) const = default;
};
/// Splits `range`, which must be an expression that compile_expression() accepts in this dialect.
std::vector<Term> terms_of(std::string_view text, text::Range range, Dialect dialect);

/// The text of a diagnostic if a variable cannot have this name; nullopt if it can. In a model, the
/// names are those of constants, functions and parameters.
std::optional<std::string> refuse_variable_name(std::string_view name,
                                                Dialect dialect = Dialect::kBlueprint);

/// Formats a whole number with all its digits and no point, another number as the shortest text
/// that is parsed as the same double.
std::string number_text(double value);

}  // namespace dps::expression
