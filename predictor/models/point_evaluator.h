/// Evaluates the expressions of a model at one point after the other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "base/expression/expression.h"
#include "predictor/models/compiled_model.h"
#include "predictor/models/question.h"

namespace dps::models {

/// The arguments are borrowed.
class PointEvaluator {
 public:
  PointEvaluator(CompiledModel& model, const ResolvedQuestion& plan)
      : model_(model), plan_(plan), values_(model.slots.size()) {}

  /// Computes all values that do not depend on the arguments of functions, for these values of the
  /// axes. `forced` replaces the value of one slot. Errors: a mistake in an expression, more steps
  /// than kMostSteps.
  tl::expected<void, expression::Mistake> go_to(
      std::span<const double> axes,
      std::optional<std::pair<std::uint32_t, double>> forced = std::nullopt);

  /// The value of an expression at this point. Its steps count with those of go_to().
  tl::expected<double, expression::Mistake> value(const expression::Expression& expression);

 private:
  CompiledModel& model_;
  const ResolvedQuestion& plan_;
  std::vector<std::optional<double>> values_;  // by slot
};

}  // namespace dps::models
