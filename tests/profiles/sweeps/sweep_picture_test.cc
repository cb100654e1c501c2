#include "profiles/sweeps/sweep_picture.h"

#include <gtest/gtest.h>

#include "tests/profiles/sweeps/sample_sweeps.h"

namespace dps::sweeps {
namespace {

plots::CurvePicture curves_of(const Sweep& sweep) {
  const auto picture = sweep_picture(sweep, {});
  EXPECT_TRUE(picture.has_value());
  return std::get<plots::CurvePicture>(*picture);
}

TEST(SweepPicture, HasACurveForEachCombinationOfTheOtherValues) {
  const auto picture = curves_of(strong_sweep());
  EXPECT_EQ(picture.title, "plan.txt, predicted");
  EXPECT_EQ(picture.x.label, "p");
  ASSERT_EQ(picture.curves.size(), 2U);
  EXPECT_EQ(picture.curves[0].title, "n = 10");
  EXPECT_EQ(picture.curves[0].points.size(), 3U);
  EXPECT_EQ(picture.curves[1].points.size(), 2U) << "the point that failed has no place";
  EXPECT_EQ(picture.curves[1].points[1].y, 12.5);
}

TEST(SweepPicture, TheScaleIsTheAxisOfX) {
  Sweep sweep = strong_sweep();
  sweep.scale = "n";
  const auto picture = curves_of(sweep);
  EXPECT_EQ(picture.x.label, "n");
  EXPECT_EQ(picture.curves.size(), 3U);
}

TEST(SweepPicture, PredictedAndMeasuredCurvesShareTheirColor) {
  Sweep sweep = strong_sweep();
  for (SweepRow& row : sweep.rows) {
    row.measured = done({9, 11});
  }
  const auto picture = curves_of(sweep);
  ASSERT_EQ(picture.curves.size(), 4U);
  EXPECT_EQ(picture.curves[0].title, "n = 10, measured");
  EXPECT_GT(picture.curves[0].points[0].half_width, 0);
  EXPECT_EQ(picture.curves[2].title, "n = 10, predicted");
  EXPECT_EQ(picture.curves[2].color, picture.curves[0].color);
  EXPECT_TRUE(picture.curves[2].is_dashed);
}

TEST(SweepPicture, ManyCurvesBecomeAHeatMap) {
  Sweep sweep = strong_sweep();
  sweep.axes = {{AxisKind::kVariable, "n", {"1", "2", "3", "4", "5", "6", "7", "8", "9"}},
                {AxisKind::kVariable, "p", {"1", "2", "3", "4"}}};
  sweep.rows.clear();
  for (const Point& point : points_of(sweep.axes)) {
    sweep.rows.push_back({point, {}, done({std::stod(point[0]) / std::stod(point[1])}), {}});
  }
  const auto picture = sweep_picture(sweep, {});
  ASSERT_TRUE(picture.has_value());
  const auto& map = std::get<plots::HeatMap>(*picture);
  EXPECT_EQ(map.x_label, "p");
  ASSERT_EQ(map.figures.size(), 36U);
  EXPECT_EQ(map.figures[4 * 1 + 3], 0.5);  // n = 2, p = 4
  EXPECT_TRUE(map.color.is_logarithmic);
}

TEST(SweepPicture, DrawsAColumn) {
  Sweep sweep = strong_sweep();
  sweep.columns = {{"makespan", profiles::Dimension::kTime},
                   {"rate(f.f)", profiles::Dimension::kRate}};
  double rate = 100;
  for (SweepRow& row : sweep.rows) {
    if (row.predicted) {
      row.predicted->columns = {1, rate++};
    }
  }
  const auto picture = sweep_picture(sweep, {false, 1});
  ASSERT_TRUE(picture.has_value());
  const auto& curves = std::get<plots::CurvePicture>(*picture);
  EXPECT_EQ(curves.y.label, "rate(f.f) (1/s)");
  EXPECT_EQ(curves.y.unit, "");
  EXPECT_EQ(curves.curves.at(0).points.at(0).y, 100);
  for (SweepRow& row : sweep.rows) {
    row.predicted.reset();
  }
  EXPECT_EQ(sweep_picture(sweep, {false, 1}).error().message,
            "there is nothing to plot: rate(f.f) is not known at any point");
}

TEST(SweepPicture, MistakesAreNamed) {
  Sweep sweep = strong_sweep();
  EXPECT_EQ(picture_mistake(sweep.axes, true), "");
  sweep.axes.pop_back();
  EXPECT_EQ(picture_mistake(sweep.axes, true),
            "--heat-map needs two variables with several values, and at most one machine");
  sweep.axes[0].values = {"1"};
  EXPECT_EQ(picture_mistake(sweep.axes, false),
            "--plot needs a variable, or a quantity of --set-machine, with several values");
  Sweep failed = strong_sweep();
  for (SweepRow& row : failed.rows) {
    row.predicted = Outcome{4, "deadlock", {}, {}};
  }
  EXPECT_EQ(sweep_picture(failed, {}).error().message,
            "there is nothing to plot: no point is complete");
}

}  // namespace
}  // namespace dps::sweeps
