// Equations are found again in times with noise, as often as statistics promises.
#include <cmath>
#include <cstdint>
#include <iostream>
#include <numbers>

#include <gtest/gtest.h>

#include "base/random.h"
#include "predictor/datasheets/fit/fit_function.h"
#include "tests/predictor/datasheets/model_points.h"

namespace dps::datasheets {
namespace {

constexpr int kDraws = 100;
constexpr std::uint64_t kSeed = 1996;
constexpr double kNoise = 0.05;

/// A value of the standard normal distribution. Source: Box and Muller, 1958.
double normal(Random& random) {
  const auto uniform = [&] { return (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53; };
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

struct Counts {
  int draws = 0;
  int right_forms = 0;
  int right_data_forms = 0;
  int coefficients = 0;
  int close_coefficients = 0;
  double medians = 0;  ///< sum over the draws
};

/// Counts whether a coefficient is within 2 errors; one that is 0 has no error, and is not counted.
void compare(Attoseconds found, Attoseconds error, double expected, Counts& counts) {
  if (expected > 0) {
    ++counts.coefficients;
    counts.close_coefficients +=
        std::abs(seconds_of(found) - expected) <= 2 * seconds_of(error) ? 1 : 0;
  }
}

void draw(const Model& model, Random& random, Counts& counts) {
  std::vector<RawPoint> points = grid_of(model);
  for (RawPoint& point : points) {
    point.median *= 1 + kNoise * normal(random);
  }
  const auto fitted = fit_function(series_of(model, points), {.floor = 0});
  ASSERT_TRUE(fitted.has_value());
  ASSERT_EQ(fitted->function.ranges.size(), 1U);
  const machines::SheetRange& range = fitted->function.ranges[0];
  const machines::Equation& found = range.equation;
  const bool has_data_form = found.data_form == model.data_form;
  const bool has_form = has_data_form && found.start_form == model.start_form;
  ++counts.draws;
  counts.right_forms += has_form || (has_data_form && model.start == 0) ? 1 : 0;
  counts.right_data_forms += has_data_form ? 1 : 0;
  if (has_form) {
    compare(found.value.constant, found.errors->constant, model.constant, counts);
    compare(found.value.start, found.errors->start, model.start, counts);
    compare(found.value.data, found.errors->data, model.data, counts);
  }
  counts.medians += range.fit->median;
}

TEST(FitOfNoisyTimes, FindsTheEquationsOfTheDissertation) {
  std::cout << "seed " << kSeed << ", " << kDraws << " draws of each equation\n";
  Counts counts;
  const std::vector<Model> models = printed_models();
  for (std::size_t i = 0; i < models.size(); ++i) {
    Random random(seed_of(kSeed, i));
    Counts one;
    for (int k = 0; k < kDraws; ++k) {
      draw(models[i], random, one);
    }
    std::cout << models[i].name << ": form " << one.right_forms << ", data form "
              << one.right_data_forms << ", coefficients " << one.close_coefficients << "/"
              << one.coefficients << ", median deviation " << one.medians / one.draws << "\n";
    // Half of all normal deviations are below 0.6745 standard deviations: 3.4 %.
    EXPECT_LE(one.medians, 0.035 * one.draws) << models[i].name;
    counts.draws += one.draws;
    counts.right_forms += one.right_forms;
    counts.right_data_forms += one.right_data_forms;
    counts.coefficients += one.coefficients;
    counts.close_coefficients += one.close_coefficients;
  }
  EXPECT_GE(counts.right_forms, 0.95 * counts.draws);
  EXPECT_GE(counts.right_data_forms, 0.99 * counts.draws);
  EXPECT_GE(counts.close_coefficients, 0.90 * counts.coefficients);
}

}  // namespace
}  // namespace dps::datasheets
