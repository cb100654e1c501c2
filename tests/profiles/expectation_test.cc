#include "profiles/expectation.h"

#include <gtest/gtest.h>

#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

using Kind = Figure::Kind;
using Relation = Expectation::Relation;
using Lines = std::vector<std::string>;

Lines unmet(const RunResult& result, const Expectation& expectation) {
  return unmet_expectations(result, std::vector{expectation});
}

Expectation makespan(Relation relation, double limit_s) {
  Expectation expectation;
  expectation.relation = relation;
  expectation.limit = limit_s;
  expectation.text = "makespan";
  return expectation;
}

Figure figure_of(Kind kind, std::string name) {
  Figure figure;
  figure.kind = kind;
  figure.share = statistics::kP99;
  figure.name = std::move(name);
  return figure;
}

Expectation expectation_of(Figure figure, Relation relation, double limit) {
  Expectation expectation;
  expectation.quantity.figure = std::move(figure);
  expectation.relation = relation;
  expectation.limit = limit;
  expectation.text = "it";
  return expectation;
}

Expectation latency(Kind kind, std::string name, bool is_message, double limit_s) {
  Expectation expectation;
  expectation.quantity.figure = figure_of(kind, std::move(name));
  expectation.quantity.figure.is_message = is_message;
  expectation.limit = limit_s;
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
  EXPECT_EQ(unmet(result, latency(Kind::kMax, "Request.m", true, 0.0032)), Lines{});
  EXPECT_EQ(unmet(result, latency(Kind::kMax, "Request.m", true, 0.0009)),
            Lines{"expected it, but it is 3.14 ms, 249% more; over 2 runs"});
  EXPECT_EQ(unmet(result, latency(Kind::kMax, "Request.m", true, 0.0001)),
            Lines{"expected it, but it is 3.14 ms, 31.4 times the limit; over 2 runs"});
  EXPECT_EQ(unmet(result, latency(Kind::kQuantile, "Reply.m", true, 41.5e-6)), Lines{});
}

TEST(Expectation, AFunctionalityIsThatOfAllUnits) {
  const RunResult result = latencies();
  EXPECT_EQ(unmet(result, latency(Kind::kMin, "serve.f", false, 1e-6)),
            Lines{"expected it, but it is 5 us, 400% more; over 2 runs"});
  EXPECT_EQ(unmet(result, latency(Kind::kMin, "serve.f", true, 1)),
            Lines{"expected it, but no such message was used (timers do not count)"});
  EXPECT_EQ(unmet(result, latency(Kind::kMin, "Reply.m", false, 1)),
            Lines{"expected it, but this functionality never fired"});
}

/// Two runs of 2 s in all, with 100 and 300 firings of a.f, in two processes.
RunResult firings() {
  RunResult result;
  for (const std::uint64_t count : {100U, 300U}) {
    RunProfile run;
    run.makespan_s = 1;
    for (const char* name : {"Worker.p[0]", "Worker.p[1]"}) {
      ProcessProfile process;
      process.ptag = name;
      process.real_s = 0.9;
      process.compute_s = 0.25;
      process.send_s = 0.125;
      process.take_s = 0.125;
      UnitProfile unit;
      unit.functionalities.resize(2);
      unit.functionalities[0].ftag = "a.f";
      unit.functionalities[0].triggered = count / 2;
      unit.functionalities[1].ftag = "b.f";
      unit.functionalities[1].triggered = 1000;
      process.units = {unit};
      run.processes.push_back(process);
    }
    result.runs.push_back(run);
  }
  return result;
}

TEST(Expectation, CountsAreMeansAndRatesAndRatiosAreOfSums) {
  const RunResult result = firings();
  const auto count = expectation_of(figure_of(Kind::kCount, "a.f"), Relation::kLess, 100);
  EXPECT_EQ(unmet(result, count), Lines{"expected it, but it is 200, 100% more; over 2 runs"});
  const auto rate = expectation_of(figure_of(Kind::kRate, "a.f"), Relation::kGreater, 250);
  EXPECT_EQ(unmet(result, rate), Lines{"expected it, but it is 200/s, 20% less; over 2 runs"});
  auto ratio = expectation_of(figure_of(Kind::kCount, "a.f"), Relation::kLess, 0.05);
  ratio.quantity.divisor = figure_of(Kind::kCount, "b.f");
  EXPECT_EQ(unmet(result, ratio), Lines{"expected it, but it is 10%, 100% more; over 2 runs"});
  ratio.limit = 0.1001;
  EXPECT_EQ(unmet(result, ratio), Lines{});
  ratio.quantity.divisor = figure_of(Kind::kCount, "never.f");
  EXPECT_EQ(unmet(result, ratio), Lines{"expected it, but its divisor is 0"});
}

TEST(Expectation, UtilisationIsTheBusyShareOfTheMakespan) {
  EXPECT_EQ(unmet(firings(), expectation_of(figure_of(Kind::kUtilisation, "Worker.p"),
                                            Relation::kGreater, 0.8)),
            Lines{"expected it, but it is 50%, 37.5% less; over 2 runs"});
}

TEST(Expectation, AResultWithoutCountsOfFiringsMeetsNone) {
  RunResult result = firings();
  result.level = Level::kUnit;
  EXPECT_EQ(unmet(result, expectation_of(figure_of(Kind::kCount, "a.f"), Relation::kLess, 1e9)),
            Lines{"expected it, but the result has no counts of firings"});
}

TEST(Expectation, AResultWithoutLatenciesMeetsNone) {
  EXPECT_EQ(unmet(five_runs(), latency(Kind::kMean, "Reply.m", true, 1)),
            Lines{"expected it, but the result has no latencies"});
}

TEST(Quantity, AQuantileHasTheResolutionOfTheHistogram) {
  Quantity quantity;
  quantity.figure = figure_of(Kind::kQuantile, "Reply.m");
  EXPECT_EQ(resolution_of(quantity, 0.064), 0.001);
  quantity.divisor = figure_of(Kind::kMax, "Reply.m");
  EXPECT_EQ(resolution_of(quantity, -64), 1);
  quantity.divisor = quantity.figure;
  EXPECT_GT(resolution_of(quantity, 32), 1);
  EXPECT_LT(resolution_of(quantity, 32), 1.001);
  for (const Kind exact : {Kind::kMakespan, Kind::kMax, Kind::kMean, Kind::kCount}) {
    quantity.figure.kind = exact;
    quantity.divisor.reset();
    EXPECT_EQ(resolution_of(quantity, 0.064), 0);
  }
}

}  // namespace
}  // namespace dps::profiles
