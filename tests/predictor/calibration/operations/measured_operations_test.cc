#include "predictor/calibration/operations/measured_operations.h"

#include <gtest/gtest.h>

namespace dps::calibration {
namespace {

using Names = std::vector<std::string_view>;

TEST(MeasuredOperations, LoopsNeedTheirKernels) {
  EXPECT_EQ(kernels_for(Names{"dlm", "loopin"}, true),
            (Names{"dlm", "ila", "ils", kShortLoop, kLongLoop}));
  EXPECT_EQ(kernels_for(Names{"ila", "ils", "loopi1"}, true),
            (Names{"ila", "ils", kShortLoop, kLongLoop}));
  EXPECT_EQ(kernels_for(Names{"dlm", "dls", "loopin"}, false), Names{"dlm"});
}

TEST(MeasuredOperations, TheTimeIsTheDifferenceOfBothRoutinesByOperation) {
  Kernel kernel;
  kernel.count = 100;
  const std::vector<RoundTimes> rounds{{1e-6, 3e-6}, {1e-6, 3e-6}, {1e-6, 9e-6}};
  EXPECT_DOUBLE_EQ(time_of_operation(kernel, rounds).mean, 2e-8);
  EXPECT_EQ(time_of_operation(kernel, rounds).deviation, 0);
}

TEST(MeasuredOperations, TheTimesOfLoopsFollowFromTwo) {
  const OperationTimes kernels{
      {"ila", {1, 0}}, {"ils", {2, 0}}, {"loop of 1", {20, 0}}, {"loop of 101", {1020, 0}}};
  const auto times =
      times_of_operations(kernels, Names{"ila", "loopi1", "loopin", "loopoh1", "loopohn"});
  EXPECT_EQ(times.size(), 5U);
  EXPECT_DOUBLE_EQ(times.at("loopin").mean, 3);   // ila + ils
  EXPECT_DOUBLE_EQ(times.at("loopohn").mean, 7);  // (1020 - 20) / 100 less that
  EXPECT_DOUBLE_EQ(times.at("loopi1").mean, 2);   // ils
  EXPECT_DOUBLE_EQ(times.at("loopoh1").mean, 8);  // 20 - 10 less that
}

TEST(MeasuredOperations, NothingOfALoopIsBelowZeroAndWithoutStoresThereIsNone) {
  OperationTimes kernels{
      {"ila", {50, 0}}, {"ils", {2, 0}}, {"loop of 1", {1, 0}}, {"loop of 101", {101, 0}}};
  const auto times = times_of_operations(kernels, Names{"loopoh1", "loopohn"});
  EXPECT_EQ(times.at("loopohn").mean, 0);
  EXPECT_EQ(times.at("loopoh1").mean, 0);
  kernels.erase("ils");
  EXPECT_TRUE(times_of_operations(kernels, Names{"loopin", "loopohn"}).empty());
}

TEST(MeasuredOperations, TheLinesOfADriverAreRead) {
  const auto rounds = read_rounds("  1.5000E-06   2.5000E-06\n1e-7 -2e-7\n");
  ASSERT_EQ(rounds.size(), 2U);
  EXPECT_EQ(rounds[0].first, 1.5e-6);
  EXPECT_EQ(rounds[1].second, -2e-7);
  EXPECT_TRUE(read_rounds("1 2\nNaN 3\n").empty());
  EXPECT_TRUE(read_rounds("").empty());
}

}  // namespace
}  // namespace dps::calibration
