#include "predictor/rawtiming/plan/samples.h"

#include <gtest/gtest.h>

#include "predictor/rawtiming/plan/function_choice.h"
#include "predictor/rawtiming/plan/time_left.h"

namespace dps::rawtiming {
namespace {

using datasheets::Stop;

/// Trials of a pass whose times alternate between 1 - spread and 1 + spread microseconds.
Samples samples_of(std::uint64_t count, double spread, std::uint64_t pass = 1) {
  Samples samples;
  for (std::uint64_t i = 0; i < count; ++i) {
    samples.trials.push_back({(i % 2 == 0 ? 1 - spread : 1 + spread) * 1e-6, pass});
  }
  return samples;
}

constexpr StopRules kRules{0.03, 20, 1000, 2, 3};

TEST(Stopping, APassEndsWithItsShareOfTrialsIfTheErrorIsSmall) {
  EXPECT_EQ(stop_of(samples_of(6, 0.001), kRules, 1, 0), std::nullopt);
  EXPECT_EQ(stop_of(samples_of(7, 0.001), kRules, 1, 0), Stop::kError);
  EXPECT_EQ(stop_of(samples_of(7, 0.001), kRules, 3, 0), std::nullopt);
  EXPECT_EQ(stop_of(samples_of(20, 0.001), kRules, 3, 0), Stop::kError);
}

TEST(Stopping, AnUnsteadyPointGoesOnUntilItsShareOfTheLargestNumber) {
  EXPECT_EQ(stop_of(samples_of(333, 0.5), kRules, 1, 0), std::nullopt);
  EXPECT_EQ(stop_of(samples_of(334, 0.5), kRules, 1, 0), Stop::kTrials);
  EXPECT_EQ(stop_of(samples_of(334, 0.5), kRules, 2, 0), std::nullopt);
  EXPECT_EQ(stop_of(samples_of(1000, 0.5), kRules, 3, 0), Stop::kTrials);
}

TEST(Stopping, TheTimeOfAPointIsSharedByThePasses) {
  Samples samples = samples_of(3, 0.5);
  samples.seconds = 0.66;
  EXPECT_EQ(stop_of(samples, kRules, 1, 0), std::nullopt);
  samples.seconds = 0.67;
  EXPECT_EQ(stop_of(samples, kRules, 1, 0), Stop::kTime);
  EXPECT_EQ(stop_of(samples, kRules, 2, 0), std::nullopt);
}

TEST(Stopping, ACoarseTimerIsAnError) {
  EXPECT_EQ(stop_of(samples_of(20, 0), kRules, 3, 1e-6), std::nullopt);
  EXPECT_EQ(stop_of(samples_of(20, 0), kRules, 3, 1e-8), Stop::kError);
}

TEST(Stopping, DifferencesBetweenPassesDoNotKeepAPointGoing) {
  Samples samples = samples_of(40, 0.001, 1);
  for (const auto& trial : samples_of(5, 0.3, 2).trials) {
    samples.trials.push_back(trial);
  }
  for (const auto& trial : samples_of(5, 0.3, 3).trials) {
    samples.trials.push_back(trial);
  }
  EXPECT_EQ(stop_of(samples, kRules, 3, 0), Stop::kError);
  EXPECT_GT(samples.point(2, 8, 0).error, 0.03e-6);
}

TEST(Stopping, BlocksEndWhereTheNextDecisionIs) {
  EXPECT_EQ(next_block(samples_of(0, 0), kRules, 1, 10), 7U);
  EXPECT_EQ(next_block(samples_of(7, 0), kRules, 1, 10), 10U);
  EXPECT_EQ(next_block(samples_of(330, 0), kRules, 1, 10), 4U);
  EXPECT_EQ(next_block(samples_of(2000, 0), kRules, 3, 10), 1U);
}

TEST(Samples, GiveThePointOfTheFile) {
  Samples samples = samples_of(9, 0.1);
  samples.late = 3;
  samples.stop = Stop::kTime;
  const auto point = samples.point(4, 32, 0);
  EXPECT_EQ(point.processes, 4U);
  EXPECT_EQ(point.elements, 32U);
  EXPECT_DOUBLE_EQ(point.median, 0.9e-6);
  ASSERT_TRUE(point.counts.has_value());
  EXPECT_EQ(point.counts->trials, 9U);
  EXPECT_EQ(point.counts->late, 3U);
  EXPECT_EQ(point.counts->passes, 1U);
  EXPECT_EQ(point.counts->stop, Stop::kTime);
}

TEST(Samples, FunctionsWithoutAPointAreNamed) {
  Options options;
  options.functions = choose_functions("send,wtime,compute").value();
  options.sizes = {1};
  const MeasurementPlan plan = make_plan(options, {0, 0}, 0);
  std::vector<Samples> samples{samples_of(1, 0), {}, {}};  // send, wtime, compute
  samples[2].late = 60;
  EXPECT_EQ(unmeasured_functions(plan, samples),
            (std::vector<std::string>{
                "wtime: no point is measured, since it had no trial",
                "compute: no point is measured, since all 60 trials began too late; use --sync "
                "barrier, or leave the machine idle"}));
}

TEST(MeasurementTimeLeft, FollowsTheGuessesUntilPointsAreMeasured) {
  MeasurementTimeLeft left({1, 1, 2}, 2);
  EXPECT_DOUBLE_EQ(left.left(), 8);
  left.visited(0, 10);  // ten times the guess
  EXPECT_DOUBLE_EQ(left.left(), 10 + 2 * 10 + 2 * 20);
  left.visited(1, 1);
  left.visited(2, 1);
  EXPECT_DOUBLE_EQ(left.left(), 12);
  EXPECT_EQ(left.visits(), 3U);
  EXPECT_EQ(left.all_visits(), 6U);
  for (const std::size_t point : {0U, 1U, 2U, 2U}) {
    left.visited(point, 1);
  }
  EXPECT_DOUBLE_EQ(left.left(), 0);
}

TEST(MeasurementTimeLeft, IsPrintedInTwoUnitsAtMost) {
  EXPECT_EQ(duration_text(0.2), "1 s");
  EXPECT_EQ(duration_text(59.4), "59 s");
  EXPECT_EQ(duration_text(200), "3 min 20 s");
  EXPECT_EQ(duration_text(7500), "2 h 5 min");
}

}  // namespace
}  // namespace dps::rawtiming
