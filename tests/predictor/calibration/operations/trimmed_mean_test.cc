#include "predictor/calibration/operations/trimmed_mean.h"

#include <gtest/gtest.h>

namespace dps::calibration {
namespace {

TEST(TrimmedMean, LeavesOutValuesBeyondThreeDeviations) {
  // The median is 3, the median deviation 1: 6 is kept, 6.1 is not.
  EXPECT_DOUBLE_EQ(trimmed_mean({1, 2, 3, 4, 6.1}).mean, 2.5);
  EXPECT_DOUBLE_EQ(trimmed_mean({1, 2, 3, 4, 6}).mean, 3.2);
  EXPECT_DOUBLE_EQ(trimmed_mean({1, 1, 1, 100}).mean, 1);
}

TEST(TrimmedMean, HasTheStandardDeviationOfTheRest) {
  EXPECT_DOUBLE_EQ(trimmed_mean({1, 2, 3, 4, 99}).deviation, 1.2909944487358056);
  EXPECT_EQ(trimmed_mean({5}).deviation, 0);
  EXPECT_EQ(trimmed_mean({5}).mean, 5);
}

}  // namespace
}  // namespace dps::calibration
