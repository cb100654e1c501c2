#include "predictor/calibration/operations/cache_cut.h"

#include <vector>

#include <gtest/gtest.h>

namespace dps::calibration {
namespace {

CacheFigures figures(const std::vector<LoopTime>& times) {
  return cache_figures(times);
}

// Source: the Parasol paper, 4.2.1: 2.13e-7 s in loops of up to 100, 3.46e-7 s in longer ones.
TEST(CacheFigures, AreThoseOfThePaper) {
  const auto sparc =
      figures({{10, 2.13e-7}, {50, 2.13e-7}, {100, 2.13e-7}, {500, 3.46e-7}, {1000, 3.46e-7}});
  EXPECT_EQ(sparc.size, 100U);
  EXPECT_NEAR(sparc.speedup, 1.62, 0.005);
}

TEST(CacheFigures, AFlatPlotHasTheLargestSizeAndNoSpeedUp) {
  const auto flat = figures({{10, 2.0e-7}, {100, 2.1e-7}, {1000, 2.0e-7}});
  EXPECT_EQ(flat.size, 1000U);
  EXPECT_EQ(flat.speedup, 1);
}

TEST(CacheFigures, TheSteepestRiseCountsOfThoseThatLast) {
  // The rise behind 10 copies is larger, but the times behind it are not 1.1 times as long.
  const auto spike = figures(
      {{10, 1.0}, {50, 1.5}, {100, 0.9}, {500, 0.9}, {1000, 0.9}, {5000, 1.15}, {10000, 1.15}});
  EXPECT_EQ(spike.size, 1000U);
  EXPECT_NEAR(spike.speedup, 1.15 / 1.04, 1e-9);
}

TEST(CacheFigures, CopiesThatHideBetweenOtherStatementsDoNotCount) {
  const auto hidden = figures({{10, 0.005}, {50, 0.13}, {100, 0.11}, {1000, 0.11}, {5000, 0.2}});
  EXPECT_EQ(hidden.size, 1000U);
  EXPECT_NEAR(hidden.speedup, 0.2 / (0.35 / 3), 1e-9);
}

TEST(CacheFigures, OneLengthAndTimesOfZeroAreNoCut) {
  EXPECT_EQ(figures({{10, 1.0}}).size, 10U);
  EXPECT_EQ(figures({{10, 0.0}, {50, 1.0}}).speedup, 1);
}

}  // namespace
}  // namespace dps::calibration
