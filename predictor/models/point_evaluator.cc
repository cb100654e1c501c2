#include "predictor/models/point_evaluator.h"

#include "base/check.h"

namespace dps::models {

tl::expected<void, expression::Mistake> PointEvaluator::go_to(
    std::span<const double> axes, std::optional<std::pair<std::uint32_t, double>> forced) {
  model_.calls.steps_left = kMostSteps;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    values_[plan_.axes[i].slot] = axes[i];
  }
  if (forced) {
    values_[forced->first] = forced->second;
  }
  for (const std::uint32_t slot : plan_.slots) {
    if (model_.slots[slot].is_given || (forced && forced->first == slot)) {
      continue;
    }
    const auto computed = value(model_.slots[slot].expression);
    if (!computed) {
      return tl::unexpected(computed.error());
    }
    values_[slot] = *computed;
  }
  return {};
}

tl::expected<double, expression::Mistake> PointEvaluator::value(
    const expression::Expression& expression) {
  expression::Values values{values_};
  values.calls = &model_.calls;
  expression::Evaluation evaluation = expression.evaluate(values);
  if (evaluation.mistake) {
    return tl::unexpected(*std::move(evaluation.mistake));
  }
  DPS_CHECK(evaluation.value.has_value());
  return *evaluation.value;
}

}  // namespace dps::models
