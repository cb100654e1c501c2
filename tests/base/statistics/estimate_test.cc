#include "base/statistics/estimate.h"

#include <gtest/gtest.h>

namespace dps::statistics {
namespace {

TEST(Estimate, AFewDisturbedMeasurementsDoNotMoveTheMedian) {
  const Estimate calm = estimate({10, 11, 9, 10, 10.5, 9.5, 10});
  EXPECT_EQ(calm.value, 10);
  EXPECT_NEAR(calm.error, 0.035, 0.001);
  EXPECT_EQ(estimate({10, 11, 9, 10, 10.5, 9.5, 1000}).value, 10);
  EXPECT_EQ(estimate({3}).error, 0);
  EXPECT_EQ(estimate({2, 4}).value, 3);
}

}  // namespace
}  // namespace dps::statistics
