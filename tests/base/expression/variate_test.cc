#include "base/expression/variate.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/expression/distributions.h"
#include "base/random.h"

namespace dps::expression {
namespace {

constexpr double kMean = 3;

std::vector<Instruction> variate(const std::string& text) {
  static const std::vector<std::optional<double>> kVariables{kMean, std::nullopt};
  const Names names{{{"m", 0}, {"lost", 1}}};
  const auto compiled =
      compile_expression(text, {0, static_cast<std::uint32_t>(text.size())}, {names, true});
  EXPECT_TRUE(compiled.has_value()) << text;
  const auto made = resolved(*compiled, {kVariables, 4, 5});
  return made.value_or(std::vector<Instruction>());
}

double mean(const std::string& text) {
  const auto code = variate(text);
  return mean_of(code, *range_of(code));
}

/// The values at as many draws, in ascending order.
std::vector<double> sorted_values(const std::string& text, std::size_t draws) {
  const auto code = variate(text);
  Random random(1);
  std::vector<double> values(draws);
  std::ranges::generate(values, [&] { return value_at(code, random.next()); });
  std::ranges::sort(values);
  return values;
}

TEST(Variate, HasTheQuantilesOfItsDistribution) {
  struct Case {
    const char* text;
    double (*quantile)(double part);
  };
  const Case cases[] = {
      {"uniform(1,5)", [](double part) { return 1 + 4 * part; }},
      {"exponential(m)", [](double part) { return -kMean * std::log(1 - part); }},
  };
  constexpr std::size_t kDraws = 1'000'000;
  for (const Case& one : cases) {
    const auto values = sorted_values(one.text, kDraws);
    for (const double part : {0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999}) {
      const double exact = one.quantile(part);  // the error of the last one is 1 %
      EXPECT_NEAR(values[static_cast<std::size_t>(part * kDraws)], exact, 0.03 * exact)
          << one.text << " at " << part;
    }
  }
  const auto normal = sorted_values("normal(100,1)", kDraws);
  EXPECT_NEAR(normal[kDraws / 2], 100, 0.01);
  EXPECT_NEAR(normal[std::size_t{998'650}], 103, 0.1);  // three deviations
  EXPECT_NEAR(std::log(sorted_values("lognormal(2,1)", kDraws)[std::size_t{841'345}]), 3, 0.01);
}

TEST(Variate, TheDistributionsOfAnExpressionAreIndependent) {
  const auto code = variate("(uniform(0,1)-0.5)*(uniform(0,1)-0.5) + 1");
  Random random(1);
  double sum = 0;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    sum += value_at(code, random.next()) - 1;
  }
  EXPECT_LT(std::abs(sum / kDraws), 0.001);  // its standard deviation is 1/3795
}

TEST(Variate, TheExtremeDrawsAreFinite) {
  for (const char* text : {"exponential(m)", "normal(50,m)", "lognormal(0,m)", "uniform(0,m)"}) {
    const auto code = variate(text);
    const auto range = range_of(code);
    ASSERT_TRUE(range) << text;
    EXPECT_NEAR(value_at(code, 0), range->low, 1e-9 * range->high) << text;
    EXPECT_NEAR(value_at(code, ~std::uint64_t{0}), range->high, 1e-9 * range->high) << text;
  }
}

TEST(Variate, ValuesAreNotNegativeAndHave32BinaryDigits) {
  EXPECT_EQ(value_at(variate("normal(-100,1)"), 1), 0);
  EXPECT_EQ(value_at(variate("270*(1+1e-15) + 0*uniform(0,1)"), 1), 270);
  EXPECT_EQ(value_at(variate("4294967295 + 0*uniform(0,1)"), 1), 4294967295.0);
}

TEST(Variate, NamesHaveTheirValues) {
  EXPECT_EQ(value_at(variate("m + 10*self + 100*count + 0*uniform(0,1)"), 1), 543);
  EXPECT_TRUE(variate("lost + uniform(0,1)").empty());
}

TEST(Variate, HasTheMeanOfItsValues) {
  EXPECT_EQ(mean("exponential(m)"), kMean);
  EXPECT_NEAR(mean("normal(0,1)"), 0.3989, 0.005);  // negative values are 0
  EXPECT_NEAR(mean("uniform(0,1) < 0.2 ? 10 : 0"), 2, 0.05);
  EXPECT_NEAR(mean("max(uniform(0,1), 0.5)"), 0.625, 0.001);
}

}  // namespace
}  // namespace dps::expression
