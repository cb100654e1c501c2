#include "profiles/sweeps/axes.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/text/value_list.h"

namespace dps::sweeps {
namespace {

TEST(Axes, ChangesOfMachinesAreAxes) {
  const std::vector<SweepAxis> axes{{AxisKind::kMachine, "machine", {"a"}},
                                    *machine_axis("network.latency", "1us,2us"),
                                    *machine_axis("cost.send*", "2"),
                                    {AxisKind::kVariable, "n", {"1", "2"}}};
  EXPECT_EQ(point_count(axes), 4U);
  EXPECT_EQ(machine_changes_of(axes, points_of(axes)[2]),
            (std::vector<std::string>{"network.latency=2us", "cost.send*=2"}));
  const auto mistake = machine_axis("cost.send", "1us,");
  ASSERT_FALSE(mistake);
  EXPECT_EQ(mistake.error().source.path, "--set-machine");
  EXPECT_EQ(mistake.error().diagnostic.span.column, 15U);
}

TEST(Axes, TheFirstAxisChangesSlowest) {
  const std::vector<SweepAxis> axes{{AxisKind::kMachine, "machine", {"a", "b"}},
                                    {AxisKind::kVariable, "n", {"10"}},
                                    {AxisKind::kVariable, "p", {"1", "2"}}};
  EXPECT_EQ(
      points_of(axes),
      (std::vector<Point>{{"a", "10", "1"}, {"a", "10", "2"}, {"b", "10", "1"}, {"b", "10", "2"}}));
  EXPECT_EQ(point_count(axes), 4U);
  EXPECT_EQ(machine_of(axes, points_of(axes)[2]), "b");
  const std::vector<std::pair<std::string, std::string>> settings{{"n", "10"}, {"p", "2"}};
  EXPECT_EQ(settings_of(axes, points_of(axes)[3]), settings);
}

TEST(Axes, TheNumberOfPointsDoesNotOverflow) {
  const SweepAxis long_axis{AxisKind::kVariable, "n",
                            std::vector<std::string>(text::kMostValues, "1")};
  EXPECT_EQ(point_count(std::vector<SweepAxis>(20, long_axis)), kMostPoints + 1);
}

TEST(Axes, AMistakeIsShownInTheOption) {
  const auto axis = variable_axis("n", "1,2,x");
  ASSERT_FALSE(axis.has_value());
  EXPECT_EQ(render(axis.error().source, {axis.error().diagnostic}),
            "dps: error: --set: expected a number, got 'x'\nn=1,2,x\n      ^\n");
}

TEST(Axes, AnExpressionIsOneValue) {
  const auto axis = variable_axis("n", "max(2*workers,4)");
  ASSERT_TRUE(axis.has_value());
  EXPECT_EQ(axis->values, std::vector<std::string>{"max(2*workers,4)"});
}

}  // namespace
}  // namespace dps::sweeps
