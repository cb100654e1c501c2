// Predictions of random programs are those of the naive model, to the picosecond.
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/predictor/virtual_time/predictor_comparison.h"

namespace dps::predictor {
namespace {

::testing::AssertionResult is_like_naive(std::uint64_t seed) {
  const test::RandomCase random = test::random_case(seed);
  const std::string difference = test::first_difference(random);
  if (difference.empty()) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << fmt::format(
             "seed {}, stopped at {} ps, hosts {}:\n{}\non\n{}\n{}", seed, random.stop.count(),
             fmt::join(random.host_of, " "), random.blueprint, random.machine_text, difference);
}

RC_GTEST_PROP(PredictorProperty, PredictionsAreThoseOfOneEventPerJob, (std::uint64_t seed)) {
  const auto result = is_like_naive(seed);
  RC_LOG() << result.message();
  RC_ASSERT(static_cast<bool>(result));
}

/// DPS_RANDOM_PROGRAMS="FIRST COUNT" compares these programs.
TEST(PredictorProperty, ProgramsOfACampaignAreThoseOfOneEventPerJob) {
  std::uint64_t first = 1;
  std::uint64_t count = 200;
  if (const char* range = std::getenv("DPS_RANDOM_PROGRAMS"); range != nullptr) {
    char* rest = nullptr;
    first = std::strtoull(range, &rest, 10);
    count = std::strtoull(rest, nullptr, 10);
  }
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    ASSERT_TRUE(is_like_naive(seed));
  }
}

}  // namespace
}  // namespace dps::predictor
