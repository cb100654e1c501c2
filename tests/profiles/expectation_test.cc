#include "profiles/expectation.h"

#include <gtest/gtest.h>

#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

using Figure = Expectation::Figure;
using Relation = Expectation::Relation;
using Lines = std::vector<std::string>;

Lines unmet(const RunResult& result, const Expectation& expectation) {
  return unmet_expectations(result, std::vector{expectation});
}

Expectation makespan(Relation relation, double limit_s) {
  Expectation expectation;
  expectation.relation = relation;
  expectation.limit = Seconds(limit_s);
  expectation.text = "makespan";
  return expectation;
}

Expectation latency(Figure figure, std::string name, bool is_message, double limit_s) {
  Expectation expectation;
  expectation.figure = figure;
  expectation.share = statistics::kP99;
  expectation.name = std::move(name);
  expectation.is_message = is_message;
  expectation.limit = Seconds(limit_s);
  expectation.text = "it";
  return expectation;
}

TEST(Expectation, EveryRunMustMeetTheMakespan) {
  EXPECT_EQ(unmet(five_runs(), makespan(Relation::kAtMost, 2)), Lines{});
  EXPECT_EQ(unmet(five_runs(), makespan(Relation::kLess, 2)),
            Lines{"expected makespan, but it is 2 s, in run 5; not met in 1 of 5 runs: 5"});
  EXPECT_EQ(
      unmet(five_runs(), makespan(Relation::kLess, 1.6)),
      Lines{"expected makespan, but it is 2 s, 25% more, in run 5; not met in 2 of 5 runs: 3, 5"});
  EXPECT_EQ(unmet(five_runs(), makespan(Relation::kGreater, 1.25)),
            Lines{"expected makespan, but it is 1.25 s, in run 2; not met in 1 of 5 runs: 2"});
}

TEST(Expectation, AnUnknownMakespanMeetsNothing) {
  RunResult result = five_runs();
  result.runs.resize(1);
  result.runs[0].makespan_s = kUnknown;
  for (const Relation relation : {Relation::kLess, Relation::kAtLeast}) {
    EXPECT_EQ(unmet(result, makespan(relation, 1)), Lines{"expected makespan, but it is -"});
  }
}

TEST(Expectation, LatenciesAreThoseOverAllRuns) {
  const RunResult result = latencies();
  EXPECT_EQ(unmet(result, latency(Figure::kMax, "Request.m", true, 0.0019)), Lines{});
  EXPECT_EQ(unmet(result, latency(Figure::kMax, "Request.m", true, 0.0009)),
            Lines{"expected it, but it is 1.8 ms, 100% more; over 2 runs"});
  EXPECT_EQ(unmet(result, latency(Figure::kQuantile, "Reply.m", true, 41.5e-6)), Lines{});
}

TEST(Expectation, AFunctionalityIsThatOfAllUnits) {
  const RunResult result = latencies();
  EXPECT_EQ(unmet(result, latency(Figure::kMin, "serve.f", false, 1e-6)),
            Lines{"expected it, but it is 5 us, 400% more; over 2 runs"});
  EXPECT_EQ(unmet(result, latency(Figure::kMin, "serve.f", true, 1)),
            Lines{"expected it, but no such message was taken (timers do not count)"});
  EXPECT_EQ(unmet(result, latency(Figure::kMin, "Reply.m", false, 1)),
            Lines{"expected it, but this functionality never fired"});
}

TEST(Expectation, AResultWithoutLatenciesMeetsNone) {
  EXPECT_EQ(unmet(five_runs(), latency(Figure::kMean, "Reply.m", true, 1)),
            Lines{"expected it, but the result has no latencies"});
}

}  // namespace
}  // namespace dps::profiles
