#include "simulator/process/interference.h"

#include <gtest/gtest.h>

namespace dps::simulator {
namespace {

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
}  // namespace dps::simulator
