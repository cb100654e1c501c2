// dps sweep --find, as a user calls it.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/commands/job_plan.h"
#include "tests/support/command_test.h"

namespace dps {
namespace {

class SweepFind : public support::CommandTest {
 protected:
  SweepFind() { folder_.write("plan.txt", kJobPlan); }
};

constexpr const char* kMachine =
    " --machine '" DPS_SOURCE_DIR "/predictor/machines/library/rack_100g.toml' ";

/// 13 ms of work divided by the workers, and 1 ms for each of them.
constexpr const char* kValley = R"(
V n 2
I All.i {n} Done.m
C Work.c sleep {13/n}ms
C Pack.c sleep {n}ms
O Done.o Master.p -t Done.m
F work.f NULL Work.c Done.o NULL
F all.f All.i Pack.c NULL NULL
U work.fu work.f
U all.fu all.f
P Master.p 1 all.fu
P Worker.p {n} work.fu
)";

TEST_F(SweepFind, FindsTheLargestWholeValue) {
  const std::string find = "sweep plan.txt --set jobs=10..5000" + std::string(kMachine) + "--find ";
  const auto json = nlohmann::json::parse(dps(find + "'jobs: makespan < 100ms' --format json").out);
  const int holds = json["holds"];
  EXPECT_EQ(json["fails"], holds + 1);
  EXPECT_EQ(json["is_monotone"], true);
  EXPECT_EQ(dps("predict plan.txt --expect 'makespan < 100ms' --set jobs=" + std::to_string(holds) +
                std::string(kMachine))
                .status,
            0);
  EXPECT_EQ(dps("predict plan.txt --expect 'makespan < 100ms' --set jobs=" +
                std::to_string(holds + 1) + std::string(kMachine) + "2>&1")
                .status,
            1);
  const auto text = dps(find + "'jobs:max(Job.m) > 0'");
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.out.find("It holds at jobs = 5000, the end of the range"), std::string::npos)
      << text.out;
}

TEST_F(SweepFind, FindsTheLargestValueToOnePerCent) {
  folder_.write("scaled.txt", R"(
V x 1
C Work.c sleep {x}ms
F go.f NULL Work.c NULL NULL
U a.fu go.f
P A.p 1 a.fu
)");
  const auto json = nlohmann::json::parse(
      dps("sweep scaled.txt --set x=0.5..10 --format json --find 'x: makespan <= 3ms'" +
          std::string(kMachine))
          .out);
  const double holds = json["holds"];
  const double fails = json["fails"];
  EXPECT_LE(holds, 3);
  EXPECT_GT(fails, 3);
  EXPECT_LE(fails - holds, 0.031);
}

TEST_F(SweepFind, ReportsARangeThatDecides) {
  const std::string find = "sweep plan.txt --set jobs=100..200" + std::string(kMachine);
  const auto nowhere = dps(find + "--find 'jobs: makespan < 1us' 2>&1");
  EXPECT_EQ(nowhere.status, 1);
  EXPECT_NE(nowhere.out.find("It does not hold at jobs = 100, the start of the range"),
            std::string::npos)
      << nowhere.out;
  folder_.write("valley.txt", kValley);
  const auto valley = dps("sweep valley.txt --set n=1..40 --find 'n: makespan < 14.5ms'" +
                          std::string(kMachine) + "2>&1");
  EXPECT_EQ(valley.status, 0) << valley.out;
  EXPECT_NE(valley.out.find("The results are not monotone"), std::string::npos) << valley.out;
  const auto falling = dps("sweep valley.txt --set n=1..4 --find 'n: makespan < 9ms'" +
                           std::string(kMachine) + "2>&1");
  EXPECT_NE(falling.out.find("the larger n,"), std::string::npos) << falling.out;
  EXPECT_EQ(falling.out.find("not monotone"), std::string::npos) << falling.out;
  const auto rising = dps(find + "--find 'jobs: makespan > 15ms' 2>&1");
  EXPECT_EQ(rising.status, 0);
  EXPECT_NE(rising.out.find("It holds at jobs = 200, the end of the range"), std::string::npos)
      << rising.out;
}

TEST_F(SweepFind, MoreRunsAreMadeWhileTheLimitIsWithinTheError) {
  folder_.write("random.txt", R"(
V x 1
C Work.c sleep {exponential(0.001)*x}
F go.f NULL Work.c NULL NULL
U a.fu go.f
P A.p 1 a.fu
)");
  const auto json = nlohmann::json::parse(
      dps("sweep random.txt --set x=1..64 --format json --find 'x: makespan < 20ms'" +
          std::string(kMachine))
          .out);
  std::size_t most = 0;
  for (const auto& probe : json["probes"]) {
    most = std::max(most, probe["runs"].get<std::size_t>());
  }
  EXPECT_GT(most, 2U);
  const int holds = json["holds"];
  EXPECT_GE(holds, 10);
  EXPECT_LE(holds, 40);
}

/// In every run, the median is in the same bucket of the histogram, and --for gives all runs the
/// same makespan.
TEST_F(SweepFind, RunsThatDifferHaveAnErrorEvenIfTheirFiguresAreEqual) {
  folder_.write("ticks.txt", R"(
V x 4
I Tick.i 1 Tick.m
C Work.c sleep {x+uniform(0,0.03)}ms
O Tick.o A.p -t Tick.m -d 10ms
F go.f NULL NULL Tick.o SAME
F tick.f Tick.i Work.c Tick.o SAME
U a.fu go.f tick.f
P A.p 1 a.fu
)");
  const std::string find = "sweep ticks.txt --set x=4..8 --for 1s" + std::string(kMachine) +
                           "--find 'x: p50(tick.f) < 7ms' ";
  const auto json = nlohmann::json::parse(dps(find + "--format json").out);
  EXPECT_EQ(json["holds"], 6);
  for (const auto& probe : json["probes"]) {
    EXPECT_GE(probe["runs"], 8) << probe;
    EXPECT_GT(probe["half_width"], 0) << probe;
  }
  const auto text = dps(find);
  EXPECT_NE(text.out.find(" ms  < "), std::string::npos) << text.out;
  EXPECT_EQ(text.out.find(" 0 s"), std::string::npos) << text.out;
  const auto until = nlohmann::json::parse(dps(find + "--until-error 5 --format json").out);
  for (const auto& probe : until["probes"]) {
    EXPECT_GE(probe["runs"], 8) << probe;
  }
}

TEST_F(SweepFind, PredictionsWithoutRandomValuesAreExactAfterTwoRuns) {
  const auto json = nlohmann::json::parse(
      dps("sweep plan.txt --set jobs=10..20 --find 'jobs: p99(Job.m) < 1h' --format json" +
          std::string(kMachine))
          .out);
  ASSERT_EQ(json["probes"].size(), 2U);
  for (const auto& probe : json["probes"]) {
    EXPECT_EQ(probe["runs"], 2);
    EXPECT_EQ(probe["half_width"], 0);
  }
}

TEST_F(SweepFind, ASearchThatStopsPrintsTheValuesThatItTried) {
  folder_.write("hole.txt", R"(
V x 1
C Work.c sleep {x+1/(x-5)}
F go.f NULL Work.c NULL NULL
U a.fu go.f
P A.p 1 a.fu
)");
  const std::string find =
      "sweep hole.txt --find 'x: makespan < 3s'" + std::string(kMachine) + "--set x=1..";
  const auto between = dps(find + "9");
  EXPECT_EQ(between.status, 2);
  EXPECT_NE(between.out.find("The search stopped at x = 5. It holds up to x = 1, and not at 9."),
            std::string::npos)
      << between.out;
  EXPECT_NE(between.out.find("\n9    9.25 s    0 s     2  no\n"), std::string::npos) << between.out;
  const auto at_the_end = nlohmann::json::parse(dps(find + "5 --format json").out);
  EXPECT_EQ(at_the_end["is_complete"], false);
  EXPECT_TRUE(at_the_end["holds"].is_null());
  EXPECT_EQ(at_the_end["probes"].size(), 1U);
}

TEST_F(SweepFind, MistakesInFindAreReportedBeforeAnythingIsPredicted) {
  const std::string sweep =
      "sweep plan.txt --set jobs=10..20 --set workers=1" + std::string(kMachine);
  for (const auto& [options, message] : std::vector<std::pair<std::string, std::string>>{
           {"--find jobs", "--find: expected a variable, a colon and an expectation"},
           {"--find 'jobs: p99(Jib.m) < 2ms'", "did you mean 'Job.m'?"},
           {"--find 'jobs: makespan'", "--find: expected <, <=, > or >="},
           {"--find 'n: makespan < 1s'", "--find needs a range of n: --set n=100..2000"},
           {"--find 'workers: makespan < 1s'", "--find needs a range of workers"},
           {"--find 'jbos: makespan < 1s'",
            "--find jbos: this is not a variable; did you mean 'jobs'?"},
           {"--find 'jobs: makespan < 1s' --format csv", "--find prints text or json"},
           {"--find 'jobs: makespan < 1s' --run", "--find predicts or runs, not both"}}) {
    const auto finished = dps(sweep + options + " 2>&1");
    EXPECT_EQ(finished.status, 2) << options;
    EXPECT_NE(finished.out.find(message), std::string::npos) << finished.out;
  }
  const auto two =
      dps("sweep plan.txt --set jobs=10..20 --set workers=1,2 --find "
          "'jobs: makespan < 1s'" +
          std::string(kMachine) + "2>&1");
  EXPECT_EQ(two.status, 2);
  EXPECT_NE(two.out.find("only jobs may have several"), std::string::npos) << two.out;
}

}  // namespace
}  // namespace dps
