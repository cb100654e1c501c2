#include "predictor/machines/kinds/parasol/file/evaluator.h"

#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "predictor/machines/kinds/parasol/file/lookup.h"

namespace dps::parasol {
namespace {

/// The longest chain of formulas that need each other. Source: docs/parasol.md, "Limits".
constexpr int kMostFormulas = 200;

class Evaluator {
 public:
  Evaluator(const ParasolFile& file, const Arguments& arguments)
      : file_(file), arguments_(arguments) {}

  Evaluation run(const ParasolExpression& expression) {
    std::vector<ParasolValue> stack;
    for (std::size_t at = 0; at < expression.steps.size();) {
      const ExpressionStep& step = expression.steps[at];
      ++at;
      if (const auto* shortcut = std::get_if<Shortcut>(&step.act)) {
        if (stack.back().is_true() == shortcut->on) {
          stack.back() = ParasolValue::of(std::int64_t{shortcut->on ? 1 : 0});
          at = shortcut->target;
        } else {
          stack.pop_back();
        }
        continue;
      }
      auto value = result_of(step, stack);
      if (!value) {
        return tl::unexpected(std::move(value.error()));
      }
      stack.push_back(*value);
    }
    return stack.back();
  }

 private:
  static Evaluation located(Computed value, text::Range place) {
    return value ? Evaluation(*value) : tl::unexpected(EvaluationError{place, value.error()});
  }

  /// Applies a step to the operands, which it takes off the stack.
  Evaluation result_of(const ExpressionStep& step, std::vector<ParasolValue>& stack) {
    if (const auto* value = std::get_if<ParasolValue>(&step.act)) {
      return *value;
    }
    if (const auto* reference = std::get_if<Reference>(&step.act)) {
      return referenced(*reference, step.place);
    }
    if (const auto* argument = std::get_if<Argument>(&step.act)) {
      return argument_value(*argument, step.place);
    }
    const ParasolValue right = stack.back();
    stack.pop_back();
    if (const auto* unary = std::get_if<Unary>(&step.act)) {
      return located(apply(unary->op, right), step.place);
    }
    if (const auto* binary = std::get_if<Binary>(&step.act)) {
      const ParasolValue left = stack.back();
      stack.pop_back();
      return located(apply(binary->op, left, right), step.place);
    }
    return ParasolValue::of(std::int64_t{right.is_true() ? 1 : 0});  // ToTruth
  }

  Evaluation argument_value(Argument argument, text::Range place) {
    const auto index = static_cast<std::size_t>(argument);
    if (arguments_[index]) {
      return ParasolValue::of(*arguments_[index]);
    }
    const std::string_view name = argument_names()[index];
    return tl::unexpected(EvaluationError{
        place, fmt::format("'{}' is not defined; --define {}=1 defines it", name, name), true});
  }

  Evaluation referenced(const Reference& reference, text::Range place) {
    if (reference.kind != ReferenceKind::kFormula) {
      const auto value = value_of(file_, reference);
      return value ? Evaluation(*value)
                   : tl::unexpected(EvaluationError{place, value.error(), true});
    }
    const FormulaName name = reference.formula();
    const Formula* formula = file_.find(name);
    if (formula == nullptr) {
      return tl::unexpected(EvaluationError{
          place, text_of(name) + " is unknown: the machine file does not have it", true});
    }
    if (depth_ == kMostFormulas) {
      return tl::unexpected(EvaluationError{place, "more than 200 formulas need each other"});
    }
    ++depth_;
    auto value = run(formula->expression);
    --depth_;
    if (!value) {
      return tl::unexpected(EvaluationError{place, text_of(name) + ": " + value.error().text,
                                            value.error().is_unknown});
    }
    return value;
  }

  const ParasolFile& file_;     // borrowed
  const Arguments& arguments_;  // borrowed
  int depth_ = 0;
};

}  // namespace

Evaluation evaluate(const ParasolFile& file, const ParasolExpression& expression,
                    const Arguments& arguments) {
  return Evaluator(file, arguments).run(expression);
}

}  // namespace dps::parasol
