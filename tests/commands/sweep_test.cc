// dps sweep, as a user calls it.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/commands/job_plan.h"
#include "tests/support/command_test.h"

namespace dps {
namespace {

class SweepCommand : public support::CommandTest {
 protected:
  SweepCommand() { folder_.write("plan.txt", kJobPlan); }
};

constexpr const char* kMachine =
    " --machine '" DPS_SOURCE_DIR "/predictor/machines/library/rack_100g.toml' ";

TEST_F(SweepCommand, ValuesOfTheMachineAreAxes) {
  const auto printed =
      dps("sweep plan.txt --set jobs=100 --set-machine network.latency=10us..40us*2 "
          "--set-machine 'cost.send*=2' --format csv" +
          std::string(kMachine));
  EXPECT_EQ(printed.status, 0) << printed.out;
  EXPECT_NE(printed.out.find("machine,network.latency,cost.send*,jobs,kind,"), std::string::npos)
      << printed.out;
  for (const char* latency : {"10us", "20us", "40us"}) {
    const auto alone =
        dps(std::string("predict plan.txt --quiet --set jobs=100 --format csv "
                        "--set-machine 'cost.send*=2' --set-machine network.latency=") +
            latency + kMachine);
    EXPECT_EQ(alone.status, 0);
    EXPECT_NE(printed.out.find(std::string(",") + latency + ",2,100,predict,0,1,"),
              std::string::npos);
  }
  const auto wrong =
      dps("sweep plan.txt --set-machine network.latency=1us,5" + std::string(kMachine) + "2>&1");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(
      wrong.out.find(
          "--set-machine network.latency=5: expected a time such as '50us', got '5', which has no "
          "unit"),
      std::string::npos)
      << wrong.out;
  EXPECT_NE(dps("sweep plan.txt --set-machine network.latency=1us 2>&1")
                .out.find("--set-machine goes with --machine"),
            std::string::npos);
}

/// A copy of dps alone is an installation without libdps_mpi.so.
TEST_F(SweepCommand, WithoutTheLibraryOfMpiProgramsNoPointBegins) {
  std::filesystem::copy_file(DPS_PROGRAM, folder_.path() / "dps");
  for (const std::string machine : {"", kMachine}) {
    const auto refused = support::run_shell("cd '" + folder_.path().string() + "' && ./dps sweep " +
                                            machine + " --set n=1..2 -- touch begun{n} 2>&1");
    EXPECT_EQ(refused.status, 2) << refused.out;
    EXPECT_EQ(refused.out,
              "dps: error: this installation of dps cannot record MPI programs: libdps_mpi.so is "
              "missing; install the package dps-mpi, or build dps where Open MPI is (Debian: "
              "libopenmpi-dev)\n");
    EXPECT_FALSE(exists("begun1"));
  }
}

/// Predictions are exact, so the table is the same in all builds.
TEST_F(SweepCommand, PrintsTheTableOfPredictions) {
  const auto printed = dps("sweep plan.txt --set jobs=100,200 --set workers=1..4" +
                           std::string(kMachine) + "--scale workers");
  EXPECT_EQ(printed.status, 0);
  const std::size_t table = printed.out.find("\njobs  workers");
  ASSERT_NE(table, std::string::npos) << printed.out;
  EXPECT_EQ(printed.out.substr(table),
            "\njobs  workers  makespan  speed-up  efficiency\n"
            " 100        1  22.78 ms      1.00      100.0%\n"
            " 100        2  11.51 ms      1.98       99.0%\n"
            " 100        3  7.892 ms      2.89       96.2%\n"
            " 100        4  5.887 ms      3.87       96.7%\n"
            " 200        1  45.34 ms      1.00      100.0%\n"
            " 200        2  22.79 ms      1.99       99.5%\n"
            " 200        3  15.34 ms      2.95       98.5%\n"
            " 200        4  11.53 ms      3.93       98.3%\n"
            "\n"
            "Speed-up and efficiency over workers, from its smallest value, with the other\n"
            "values equal.\n");
}

TEST_F(SweepCommand, TheNumberOfThreadsHasNoEffect) {
  const std::string sweep = "sweep plan.txt --set jobs=50..90:10 --set workers=1..4" +
                            std::string(kMachine) + "--format json --runs 3";
  const auto all = dps(sweep);
  EXPECT_EQ(all.status, 0);
  EXPECT_EQ(support::run_shell("cd '" + folder_.path().string() +
                               "' && taskset -c 0 '" DPS_PROGRAM "' " + sweep)
                .out,
            all.out);
}

TEST_F(SweepCommand, APointHasTheMakespanThatPredictHas) {
  const auto sweep = dps("sweep plan.txt --set workers=3,4 --format json" + std::string(kMachine));
  dps("predict plan.txt --set workers=4 -o one.json" + std::string(kMachine));
  const auto one = nlohmann::json::parse(dps("profile one.json --format json").out);
  const auto points = nlohmann::json::parse(sweep.out)["points"];
  EXPECT_EQ(points[1]["predict"]["mean_s"], one["runs"][0]["makespan_s"]);
  EXPECT_EQ(points[1]["variables"]["workers"], 4);
}

TEST_F(SweepCommand, APointThatFailsIsARowAndTheOthersGoOn) {
  const auto printed = dps("sweep plan.txt --set workers=0,1,1.5" + std::string(kMachine));
  EXPECT_EQ(printed.status, 2);
  EXPECT_NE(printed.out.find("      0         -\n"
                             "    prediction: line 21: N must be at least 1, got '0'\n"
                             "      1  22.78 ms\n"
                             "    1.5         -\n"
                             "    prediction: line 21: N must be a whole number, got '1.5'"),
            std::string::npos)
      << printed.out;
}

TEST_F(SweepCommand, TheStatusIsThatOfTheFailedPointsOrOneIfTheyDiffer) {
  // With one job, two workers send two results: one too many is late, none is missing; with three
  // jobs for one worker that ends after two, the master waits for ever.
  folder_.write("wait.txt",
                "V n 1\nV p 1\nI A.i {n} A.m\nO A.o R.p -t A.m\nF s.f NULL NULL A.o NULL\n"
                "F r.f A.i NULL NULL NULL\nU s.u s.f\nU r.u r.f\nP R.p 1 r.u\nP S.p {p} s.u\n");
  EXPECT_EQ(dps("sweep wait.txt --set n=1,2" + std::string(kMachine)).status, 4);
  EXPECT_EQ(dps("sweep wait.txt --set n=1,2 --set p=0,1" + std::string(kMachine)).status, 1);
  const auto printed = dps("sweep wait.txt --set n=1,2" + std::string(kMachine));
  EXPECT_NE(printed.out.find("prediction: deadlock: 1 process waits"), std::string::npos)
      << printed.out;
}

TEST_F(SweepCommand, MistakesInItsOptionsAreReportedBeforeAnythingIsDone) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"--set workers=1,x", "dps: error: --set: expected a number, got 'x'\n"},
      {"--set worker=1,2",
       "dps: error: --set worker=1,2: the blueprint has no variable 'worker'; did you mean "
       "'workers'?\n"},
      {"--set workers=1,2 --set workers=3", "dps: error: --set workers is given twice"},
      {"--set workers=1,2 --scale jobs", "dps: error: --scale jobs: this is not a variable with"},
      {"--set workers=0,1 --scale workers",
       "dps: error: --scale workers: the values of workers have to be positive\n"},
      {"--set workers=1,2 --weak", "dps: error: --weak goes with --scale VARIABLE\n"},
      {"--set workers=1..1000 --set jobs=1..1000",
       "dps: error: more than 100,000 points; the axes have 1 × 1000 × 1000 values\n"},
      {"--set kind=1,2", "dps: error: --set: a sweep cannot set a variable with the name 'kind'"},
      {"--machine laptop --machine laptop", "dps: error: --machine laptop is given twice\n"},
      {"--machine a/lab.toml --machine ./a//lab.toml",
       "dps: error: --machine ./a//lab.toml is given twice\n"},
  };
  for (const auto& [options, message] : cases) {
    const auto refused = dps("sweep plan.txt " + options + kMachine + "2>&1");
    EXPECT_EQ(refused.status, 2) << options;
    EXPECT_TRUE(refused.out.starts_with(message)) << options << "\n" << refused.out;
  }
}

TEST_F(SweepCommand, ABlueprintWithMistakesIsReportedAsByCheck) {
  folder_.write("wrong.txt", "V n 1\nX what\nP A.p {n} a.u\n");
  const auto refused = dps("sweep wrong.txt --set n=1,2" + std::string(kMachine) + "2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.out.find("wrong.txt:2:1: error:"), std::string::npos) << refused.out;
}

TEST_F(SweepCommand, RunsAllPointsAndComparesThemWithTheirPredictions) {
  const auto printed =
      dps("sweep plan.txt --set jobs=20,30 --set workers=1,2 --runs 2 --run "
          "--scale workers --format json" +
          std::string(kMachine));
  ASSERT_EQ(printed.status, 0);
  const auto json = nlohmann::json::parse(printed.out);
  ASSERT_EQ(json["points"].size(), 4U);
  for (const auto& point : json["points"]) {
    EXPECT_EQ(point["run"]["runs"], 2);
    EXPECT_GT(point["run"]["mean_s"], 0);
    EXPECT_GT(point["run"]["half_width_s"], 0);
    EXPECT_EQ(point["predict"]["runs"], 2);
    EXPECT_TRUE(point["predict"]["error_percent"].is_number());
  }
  EXPECT_EQ(json["points"][0]["run"]["speed_up"], 1);
}

TEST_F(SweepCommand, ARunThatFailsLeavesTheOtherPointsRunning) {
  const auto printed = dps("sweep plan.txt --set workers=0,1 --set jobs=10 2>/dev/null");
  EXPECT_EQ(printed.status, 2);
  EXPECT_NE(printed.out.find("      0         -\n    run: line 21: N must be at least 1, got '0'"),
            std::string::npos)
      << printed.out;
  EXPECT_NE(printed.out.find("      1  "), std::string::npos) << printed.out;
}

TEST_F(SweepCommand, ExpectationsAreJudgedAtEachPoint) {
  const std::string points = "sweep plan.txt --set jobs=100,200 --set workers=1,2" +
                             std::string(kMachine) + "--expect 'makespan < 20ms' ";
  const auto text = dps(points + "2>&1");
  EXPECT_EQ(text.status, 1);
  const std::string off = "    prediction: expected makespan < 20ms, but it is ";
  EXPECT_NE(text.out.find(" 100        1  22.78 ms\n" + off + "22.78 ms, 13.9% more\n" +
                          " 100        2  11.51 ms\n 200        1  45.34 ms\n" + off),
            std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("dps: error: 3 of 4 points are not as expected\n"), std::string::npos);
  const auto csv = dps(points + "--format csv 2>/dev/null");
  EXPECT_NE(csv.out.find("100,1,predict,1,1,0.02278"), std::string::npos) << csv.out;
  EXPECT_NE(csv.out.find("100,2,predict,0,1,0.01150"), std::string::npos) << csv.out;
  const auto json = nlohmann::json::parse(dps(points + "--format json 2>/dev/null").out);
  EXPECT_EQ(json["points"][0]["predict"]["unmet"].size(), 1U);
  EXPECT_EQ(json["points"][0]["predict"]["status"], 1);
  EXPECT_TRUE(json["points"][1]["predict"]["unmet"].empty());
  EXPECT_EQ(dps(points + "--set jobs=100 2>&1").status, 2);
}

TEST_F(SweepCommand, ExpectationsMayBeOfLatencies) {
  const std::string points =
      "sweep plan.txt --set jobs=20 --set workers=1,2 --run --runs 2" + std::string(kMachine);
  const auto met = dps(points + "--expect 'p99(Job.m) < 1h' 2>&1");
  EXPECT_EQ(met.status, 0) << met.out;
  const auto unmet = dps(points + "--expect 'max(Job.m) < 1ns' 2>&1");
  EXPECT_EQ(unmet.status, 1);
  EXPECT_NE(unmet.out.find("    prediction: expected max(Job.m) < 1ns, but it is "),
            std::string::npos)
      << unmet.out;
  EXPECT_NE(unmet.out.find("    run: expected max(Job.m) < 1ns, but it is "), std::string::npos)
      << unmet.out;
  EXPECT_NE(unmet.out.find("over 2"), std::string::npos) << unmet.out;
  const auto misspelt = dps(points + "--expect 'max(Jib.m) < 1ns' 2>&1");
  EXPECT_EQ(misspelt.status, 2);
  EXPECT_NE(misspelt.out.find("did you mean 'Job.m'?"), std::string::npos) << misspelt.out;
}

TEST_F(SweepCommand, QuantitiesAreColumns) {
  const std::string sweep = "sweep plan.txt --set jobs=100 --set workers=1,2" +
                            std::string(kMachine) +
                            "--column 'count(work.f)' --column 'utilisation(Worker.p)' "
                            "--column ' count(stop.f) / count(work.f)' --column 'max(Stop.m)' ";
  const auto text = dps(sweep + "2>&1");
  EXPECT_EQ(text.status, 0) << text.out;
  EXPECT_NE(text.out.find("count(work.f)  utilisation(Worker.p)"), std::string::npos) << text.out;
  const auto json = nlohmann::json::parse(dps(sweep + "--format json").out);
  const auto& of_one = json["points"][0]["predict"]["columns"];
  EXPECT_EQ(of_one["count(work.f)"], 101);
  EXPECT_EQ(of_one["count(stop.f) / count(work.f)"], 1.0 / 101);
  EXPECT_GT(of_one["utilisation(Worker.p)"],
            json["points"][1]["predict"]["columns"]["utilisation(Worker.p)"]);
  EXPECT_GT(of_one["max(Stop.m)"], 0);
  const auto csv = dps(sweep + "--format csv");
  EXPECT_NE(csv.out.find(",unmet,count(work.f),utilisation(Worker.p),count(stop.f) / count(work.f),"
                         "max(Stop.m)\r\n"),
            std::string::npos)
      << csv.out;
  const auto wrong = dps(sweep + "--column 'rate(wrk.f)' 2>&1");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.out.find("--column: no functionality 'wrk.f'; did you mean 'work.f'?"),
            std::string::npos)
      << wrong.out;
  const auto drawn = dps(sweep + "--plot x.svg --plot-of 'rate(wrk.f)' 2>&1");
  EXPECT_EQ(drawn.status, 2);
  EXPECT_NE(drawn.out.find("--plot-of: no functionality 'wrk.f'; did you mean 'work.f'?"),
            std::string::npos)
      << drawn.out;
}

TEST_F(SweepCommand, RunsHaveTheSameColumnsAsPredictions) {
  const auto both = nlohmann::json::parse(
      dps("sweep plan.txt --set jobs=20 --set workers=1,2 --run --runs 2 --format json "
          "--column 'count(work.f)'" +
          std::string(kMachine))
          .out);
  for (const char* kind : {"predict", "run"}) {
    EXPECT_EQ(both["points"][1][kind]["columns"]["count(work.f)"], 22) << kind;
  }
}

/// The run of the second point stops dps.
TEST_F(SweepCommand, ASweepThatIsStoppedCountsPredictionsAndRuns) {
  folder_.write("plan.txt",
                "V n 1\nC k.c exec sh stop.sh {n}\nF f.f NULL k.c NULL NULL\nU u.u f.f\n"
                "P P.p 1 u.u\n");
  folder_.write("stop.sh", "[ $1 != 2 ] || { kill -INT $(cat pid); sleep 30; }\n");
  const auto stopped = [&](const std::string& options) {
    return support::run_shell("cd '" + folder_.path().string() +
                              "' && sh -c 'echo $$ >pid; exec \"" DPS_PROGRAM
                              "\" sweep plan.txt --set n=1..3 --quiet " +
                              options + "' 2>&1");
  };
  const std::string machine = "\"" DPS_SOURCE_DIR "/predictor/machines/library/rack_100g.toml\"";
  const auto both = stopped("--run --machine " + machine);
  EXPECT_EQ(both.status, 130);
  EXPECT_NE(both.out.find("stopped by signal 2 (SIGINT); 3 of 3 points have predictions, and 1 of "
                          "3 have runs\n"),
            std::string::npos)
      << both.out;
  const auto two_machines = stopped("--run --machine " + machine + " --machine laptop");
  EXPECT_NE(two_machines.out.find("6 of 6 points have predictions, and 1 of 3 have runs\n"),
            std::string::npos)
      << two_machines.out;
  const auto runs = stopped("");
  EXPECT_NE(runs.out.find("; 1 of 3 points have results\n"), std::string::npos) << runs.out;
}

TEST_F(SweepCommand, DrawsAPictureOrReportsAMissingRequirement) {
  const std::string sweep =
      "sweep plan.txt --set jobs=10,20 --set workers=1..3" + std::string(kMachine);
  const auto without =
      support::run_shell("cd '" + folder_.path().string() +
                         "' && PATH=/nonexistent '" DPS_PROGRAM "' " + sweep + "--plot p.svg 2>&1");
  EXPECT_EQ(without.status, 2);
  EXPECT_NE(without.out.find("gnuplot is not installed"), std::string::npos) << without.out;
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "p.svg"));
  EXPECT_EQ(dps(sweep + "--plot p.png 2>&1").status, 2);
  EXPECT_EQ(
      dps("sweep plan.txt --plot p.svg 2>&1" + std::string(kMachine)).out,
      "dps: error: --plot needs a variable, or a quantity of --set-machine, with several values\n");
  if (support::run_shell("command -v gnuplot").status != 0) {
    GTEST_SKIP() << "gnuplot is not installed";
  }
  EXPECT_EQ(dps(sweep + "--plot p.svg").status, 0);
  const std::string svg = folder_.read("p.svg");
  EXPECT_NE(svg.find("jobs = 20"), std::string::npos);
  EXPECT_NE(svg.find(">workers<"), std::string::npos);
}

}  // namespace
}  // namespace dps
