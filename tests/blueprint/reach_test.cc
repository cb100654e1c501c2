#include "blueprint/reach.h"

#include <gtest/gtest.h>

#include "tests/blueprint/programs.h"

namespace dps::blueprint {
namespace {

/// The units that the first process can reach, each with the functionalities that can fire there:
/// "main.u: f g; next.u: h".
std::string reached(const std::string& text) {
  const Program program = read(text);
  const Reach reach(program);
  const std::uint32_t plan = program.plan_of[0];
  const auto units = program.units_of(program.plans[plan]);
  std::string found;
  for (const std::uint32_t position : reach.units_of(plan)) {
    found +=
        (found.empty() ? "" : "; ") + program.tag(program.units[units[position]].definition) + ":";
    for (const Firing& firing : reach.firings_of(plan)) {
      if (firing.unit == position) {
        found += " " + program.tag(program.functionalities[firing.functionality].definition);
      }
    }
  }
  return found;
}

/// Collections of one message each; no process sends these messages.
const std::string kCollections = "I i 1 A\nI j 1 B\n";

TEST(Reach, FollowsTheNextsFromTheFirstUnit) {
  EXPECT_EQ(reached("P Me.p 1 a b c d\nU a f\nU b g h\nU c k\nU d k\n"
                    "F f NULL NULL NULL b\nF g i NULL NULL SAME\nF h j NULL NULL c\n"
                    "F k i NULL NULL NULL\n" +
                    kCollections),
            "a: f; b: g h; c: k");
}

TEST(Reach, FollowsEveryLegOfANext) {
  EXPECT_EQ(reached("P Me.p 1 a b c\nU a f\nU b g\nU c g\nF f i NULL NULL c*3,b\n"
                    "F g i NULL NULL NULL\n" +
                    kCollections),
            "a: f; c: g; b: g");
}

TEST(Reach, FollowsACycleOnce) {
  EXPECT_EQ(
      reached("P Me.p 1 a b\nU a f\nU b g\nF f i NULL NULL b\nF g j NULL NULL a\n" + kCollections),
      "a: f; b: g");
}

TEST(Reach, AFunctionalityThatWaitsInAUnitThatIsLeftImmediatelyNeverFires) {
  EXPECT_EQ(reached("P Me.p 1 a b c\nU a f g\nU b g\nU c g\nF f NULL NULL NULL b\n"
                    "F g i NULL NULL c\n" +
                    kCollections),
            "a: f; b: g; c: g");
}

TEST(Reach, AUnitIsLeftAtOnceUnlessItsNullFunctionalityMayStay) {
  const Program program = read(
      "P Me.p 1 a b c\nU a f\nU b g\nU c h\nF f NULL NULL NULL b\nF g NULL NULL NULL SAME*2,c\n"
      "F h i NULL NULL NULL\n" +
      kCollections);
  const auto units = program.units_of(program.plans[program.plan_of[0]]);
  EXPECT_TRUE(leaves_at_once(program, program.units[units[0]]));
  EXPECT_FALSE(leaves_at_once(program, program.units[units[1]]));
  EXPECT_FALSE(leaves_at_once(program, program.units[units[2]]));
}

TEST(PlanRanges, AreTheConsecutiveProcessesOfOnePlan) {
  const Program program =
      read("P A.p 3 u\nP B.p 2 v\nP C.p 1 u\nU u f\nU v f\nF f NULL NULL NULL NULL\n");
  const auto ranges = plan_ranges(program);
  ASSERT_EQ(ranges.size(), 3U);
  EXPECT_EQ(ranges[0].first, 0U);
  EXPECT_EQ(ranges[0].count, 3U);
  EXPECT_EQ(ranges[1].first, 3U);
  EXPECT_EQ(ranges[1].count, 2U);
  EXPECT_NE(ranges[1].plan, ranges[0].plan);
  EXPECT_EQ(ranges[2].first, 5U);
  EXPECT_EQ(ranges[2].count, 1U);
}

}  // namespace
}  // namespace dps::blueprint
