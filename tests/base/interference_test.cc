#include "base/interference.h"

#include <gtest/gtest.h>

namespace dps {
namespace {

TEST(LoadOf, IsThatOfWorkWhichHasLastedAndGoesOn) {
  EXPECT_EQ(load_of("19.20 9.10 8.00 9/431 4711\n"), 8);
  EXPECT_EQ(load_of("2.43 1.20 0.50 1/300 4711\n"), 0);    // a build that has ended
  EXPECT_EQ(load_of("0.30 0.20 0.10 5/300 4711\n"), 0.3);  // work that begins
  EXPECT_EQ(load_of("0.30 0.20 0.10 0/300 4711\n"), 0);
  EXPECT_EQ(load_of(""), 0);
}

TEST(Interference, StealIsTheEighthTimeOfAllCores) {
  EXPECT_EQ(steal_of("cpu  10 20 30 40 50 60 70 80 90 100\ncpu0 1 2 3 4 5 6 7 8 9 10\n", 100),
            Nanoseconds(800'000'000));
}

TEST(Interference, AKernelWithoutStealHasNone) {
  EXPECT_EQ(steal_of("cpu  10 20 30 40\n", 100), Nanoseconds(0));
  EXPECT_EQ(steal_of("", 100), Nanoseconds(0));
}

TEST(Interference, NeverDecreases) {
  const Interference before = interference_so_far();
  const Interference after = interference_so_far();
  EXPECT_GE(after.switches, before.switches);
  EXPECT_GE(after.steal, before.steal);
}

}  // namespace
}  // namespace dps
