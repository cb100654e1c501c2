// Distributions in blueprints. Source: docs/language.md, "Variation".
#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "base/expression/sampler.h"
#include "reading.h"

namespace dps::blueprint {
namespace {

/// One process that computes `component` and sends `output` to itself.
std::string text_with(const std::string& component, const std::string& output = "-b 0") {
  return "V n 3\nC c.c " + component + "\nO o.o A.p " + output +
         "\nF f.f NULL c.c o.o NULL\nU u.fu f.f\nP A.p 1 u.fu\n";
}

Program varied(const std::string& component, const std::string& output = "-b 0",
               std::uint64_t seed = 1) {
  ReadOptions options;
  options.seed = seed;
  return program_of(text_with(component, output), options);
}

std::vector<double> samples_of(const std::string& time) {
  return varied("sleep " + time).computation_samples;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) {
    squares += (value - mean) * (value - mean);
  }
  return std::sqrt(squares / static_cast<double>(values.size()));
}

double least(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

double most(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

TEST(Variation, EachDistributionHasItsMeanAndItsSpread) {
  const auto normal = samples_of("{normal(10, 2)}");
  ASSERT_EQ(normal.size(), expression::kSamples);
  EXPECT_NEAR(mean_of(normal), 10, 0.01);
  EXPECT_NEAR(deviation_of(normal), 2, 0.02);
  const auto exponential = samples_of("{exponential(n)}");
  EXPECT_NEAR(mean_of(exponential), 3, 0.02);
  EXPECT_NEAR(deviation_of(exponential), 3, 0.1);
  const auto uniform = samples_of("{uniform(1, 5)}");
  EXPECT_NEAR(mean_of(uniform), 3, 0.001);
  EXPECT_NEAR(least(uniform), 1, 0.004);
  EXPECT_NEAR(most(uniform), 5, 0.004);
  const auto lognormal = samples_of("{lognormal(0, 0.5)}");
  EXPECT_NEAR(mean_of(lognormal), std::exp(0.125), 0.01);
}

TEST(Variation, DistributionsMayBePartsOfExpressionsAndHaveUnits) {
  const auto sum = samples_of("{2*uniform(0,1) + uniform(0,1) > n ? 1 : 4}ms");
  EXPECT_EQ(least(sum), 0.004);
  const auto both = samples_of("{uniform(0,1) + uniform(0,1)}");
  EXPECT_NEAR(deviation_of(both), std::sqrt(1.0 / 6), 0.02);  // the two are independent
}

TEST(Variation, NegativeSamplesAreZero) {
  const auto samples = samples_of("{normal(0, 1)}");
  EXPECT_EQ(least(samples), 0);
  EXPECT_NEAR(static_cast<double>(std::count(samples.begin(), samples.end(), 0)), 512, 2);
}

TEST(Variation, TimesHaveTheirMeanAndSizesTheirMaximum) {
  const Program program =
      varied("compute {uniform(1,3)}ms cost {uniform(2,4)}", "-b {uniform(10,20)}");
  const Computation& computation = program.computations[0];
  EXPECT_NEAR(computation.amount, 0.002, 1e-6);
  EXPECT_NEAR(*computation.cost, 3, 1e-3);
  EXPECT_EQ(program.amount_of(computation, 5), program.computation_samples[5]);
  EXPECT_EQ(*program.cost_of(computation, 5),
            program.computation_samples[expression::kSamples + 5]);
  EXPECT_EQ(program.outputs[0].bytes, 20U);
  for (std::uint32_t draw = 0; draw < 2 * expression::kSamples; ++draw) {
    EXPECT_LE(program.bytes_of(program.outputs[0], draw), 20U);
    EXPECT_GE(program.bytes_of(program.outputs[0], draw), 10U);
  }
}

TEST(Variation, AValueWithoutADistributionDoesNotVary) {
  const Program program = varied("compute 2ms", "-b 8 -d 1ms");
  EXPECT_FALSE(program.varies());
  EXPECT_EQ(program.amount_of(program.computations[0], 77), 0.002);
  EXPECT_EQ(program.cost_of(program.computations[0], 77), std::nullopt);
  EXPECT_EQ(program.bytes_of(program.outputs[0], 77), 8U);
  EXPECT_EQ(program.delay_of(program.outputs[0], 77), 0.001);
}

TEST(Variation, TheSeedDecides) {
  const std::string field = "sleep {uniform(0,1)}";
  EXPECT_EQ(varied(field).computation_samples, varied(field).computation_samples);
  EXPECT_NE(varied(field).computation_samples, varied(field, "-b 0", 2).computation_samples);
}

TEST(Variation, ClonesShareDistributionsThatDoNotUseSelf) {
  const std::string line = "\nF f.f NULL c.c NULL NULL\nU u.fu f.f\nP A.p 5 u.fu\n";
  EXPECT_EQ(program_of("C c.c sleep {exponential(1)}" + line).computations.size(), 1U);
  const Program each = program_of("C c.c sleep {self*exponential(1)}" + line);
  EXPECT_EQ(each.computations.size(), 5U);
  EXPECT_NEAR(each.computations[4].amount, 4, 0.05);
}

TEST(Variation, IsRefusedWhereItHasNoMeaning) {
  const auto mistake = [](const std::string& component, const std::string& output = "-b 0") {
    const auto all = diagnostics_of(text_with(component, output));
    return all.empty() ? "" : all.front().substr(all.front().find("error: ") + 7);
  };
  const std::string only =
      "a distribution is allowed only in a time, an amount of work or a size (-b)";
  EXPECT_EQ(mistake("sleep 1", "-n {normal(2,1)}"), only);
  EXPECT_EQ(mistake("call f {normal(2,1)}"), only);
  EXPECT_EQ(diagnostics_of("V v normal(1,1)\n" + text_with("sleep 1")).front(),
            "1:5: error: " + only);
  EXPECT_EQ(mistake("sleep 1", "-b {uniform(1,9)} -p off"),
            "with -p off the buffer is packed before the start, so -b cannot vary");
  EXPECT_EQ(mistake("sleep {uniform(2,1)}"), "uniform(a,b) requires a <= b");
  EXPECT_EQ(mistake("sleep {normal(1,-1)}"),
            "the deviation of a distribution must not be negative");
  EXPECT_EQ(mistake("sleep {exponential(-1)}"), "exponential(m) requires m >= 0");
  EXPECT_EQ(mistake("sleep {normal(1)}"), "'normal' takes two arguments");
  EXPECT_EQ(mistake("sleep {uniform(0,1e12)}").substr(0, 8), "a time m");
}

TEST(Variation, TheNumberOfVaryingLinesIsLimited) {
  const auto all = diagnostics_of(
      "C c.c sleep {self*uniform(0,1)}\nF f.f NULL c.c NULL NULL\nU u.fu f.f\nP A.p 4097 u.fu\n");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(all.front().find("more than 4,096 values vary"), std::string::npos) << all.front();
}

}  // namespace
}  // namespace dps::blueprint
