#include "base/expression/sampler.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::expression {
namespace {

/// The numbers of a field with `uses` distributions, by distribution.
std::vector<std::vector<double>> numbers(std::uint64_t seed, std::size_t uses) {
  Sampler sampler(seed);
  std::vector<std::vector<double>> found(uses);
  for (std::size_t sample = 0; sample < kSamples; ++sample) {
    sampler.begin(sample);
    for (auto& use : found) {
      use.push_back(sampler.number());
    }
  }
  return found;
}

RC_GTEST_PROP(Sampler, EveryUseHasOneNumberInEachEqualPart, (std::uint64_t seed)) {
  for (const auto& use : numbers(seed, 2)) {
    std::set<std::size_t> parts;
    for (const double number : use) {
      RC_ASSERT(number > 0);
      RC_ASSERT(number < 1);
      parts.insert(static_cast<std::size_t>(number * static_cast<double>(kSamples)));
    }
    RC_ASSERT(parts.size() == kSamples);
  }
}

TEST(Sampler, TheSeedDecidesAlone) {
  EXPECT_EQ(numbers(7, 2), numbers(7, 2));
  EXPECT_NE(numbers(7, 1), numbers(8, 1));
}

TEST(Sampler, TheUsesOfOneFieldVaryByThemselves) {
  const auto found = numbers(7, 2);
  double product = 0;
  for (std::size_t sample = 0; sample < kSamples; ++sample) {
    product += (found[0][sample] - 0.5) * (found[1][sample] - 0.5);
  }
  const double correlation = 12 * product / static_cast<double>(kSamples);
  EXPECT_LT(std::abs(correlation), 0.1);  // its standard deviation is 1/32
}

TEST(Sampler, TheOrderOfThePartsIsRandom) {
  const auto use = numbers(7, 1)[0];
  EXPECT_FALSE(std::is_sorted(use.begin(), use.end()));
}

}  // namespace
}  // namespace dps::expression
