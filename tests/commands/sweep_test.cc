// dps sweep, as a user calls it.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
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

class SweepDatabase : public SweepCommand {
 protected:
  void SetUp() override {
    if (!DPS_HAS_SQLITE) {
      GTEST_SKIP() << "this build has no SQLite";
    }
  }
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

TEST_F(SweepDatabase, AChangedMachineIsAnotherPoint) {
  const std::string sweep = "sweep plan.txt -o s.db --format csv" + std::string(kMachine);
  const auto plain = dps(sweep);
  const auto slow = dps(sweep + " --set-machine network.latency=1ms");
  EXPECT_EQ(plain.status, 0) << plain.out;
  EXPECT_EQ(slow.status, 0) << slow.out;
  const auto shown = dps("profile s.db:network.latency=1ms --format json");
  EXPECT_EQ(shown.status, 0) << shown.out;
  const auto result = nlohmann::json::parse(shown.out);
  EXPECT_EQ(result["environment"]["machine_changes"],
            nlohmann::json::array({"network.latency=1ms"}));
  EXPECT_TRUE(std::string(result["environment"]["machine"])
                  .ends_with("rack_100g.toml with network.latency=1ms"));
  EXPECT_EQ(dps("profile s.db 2>&1").status, 2);
  EXPECT_NE(dps("profile s.db 2>&1").out.find(",network.latency=1ms"), std::string::npos);
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

TEST_F(SweepDatabase, ColumnsComeFromItsResults) {
  const std::string points =
      "sweep plan.txt --set jobs=100 --set workers=1,2 --format csv" + std::string(kMachine);
  ASSERT_EQ(dps(points + "-o s.db").status, 0);
  const std::string column = "--column 'p99(Job.m)' ";
  EXPECT_EQ(output_of(points + "-o s.db " + column), output_of(points + column));
}

TEST_F(SweepDatabase, ItsPointsAreJudgedToo) {
  const std::string points =
      "sweep plan.txt --set jobs=100,200 --set workers=1,2 -o s.db" + std::string(kMachine);
  ASSERT_EQ(dps(points).status, 0);
  const std::string expectation = " --expect 'max(Job.m) < 1ns' --format csv 2>&1";
  const auto later = dps(points + expectation);
  EXPECT_EQ(later.status, 1);
  EXPECT_EQ(later.out, dps("sweep plan.txt --set jobs=100,200 --set workers=1,2" +
                           std::string(kMachine) + expectation)
                           .out);
  const std::string runs = "sweep plan.txt --set jobs=20 --set workers=1,2 --runs 2 -o r.db ";
  ASSERT_EQ(dps(runs + "--expect 'max(Job.m) < 1h' 2>&1").status, 0);
  const auto again = dps(runs + "--expect 'max(Job.m) < 1ns' 2>&1");
  EXPECT_EQ(again.status, 1);
  EXPECT_NE(again.out.find("over 2"), std::string::npos) << again.out;
  const auto untraced = dps(runs + "2>&1");
  EXPECT_EQ(untraced.status, 2);
  EXPECT_NE(untraced.out.find("run: recorded events: there at most 1000000 of each process, here "
                              "none"),
            std::string::npos)
      << untraced.out;
}

TEST_F(SweepDatabase, ADatabaseHasTheTableAndTheProfiles) {
  const std::string sweep = "sweep plan.txt --set workers=1..3 -o s.db" + std::string(kMachine);
  const auto first = dps(sweep);
  EXPECT_EQ(first.status, 0);
  EXPECT_EQ(output_of(sweep), first.out);
  dps("predict plan.txt --set workers=2 -o two.json" + std::string(kMachine));
  EXPECT_EQ(output_of("profile s.db:workers=2 --level functionality"),
            output_of("profile two.json --level functionality"));
  EXPECT_EQ(dps("compare s.db:workers=2 two.json").status, 0);
}

TEST_F(SweepDatabase, ShardsJoinToTheSameAsOneSweep) {
  const std::string sweep =
      "sweep plan.txt --set jobs=10,20 --set workers=1..3" + std::string(kMachine);
  const auto whole = dps(sweep);
  EXPECT_EQ(dps(sweep + "-o s.db --shard 1/2").status, 0);
  EXPECT_EQ(support::run_shell("cd '" + folder_.path().string() +
                               "' && SLURM_ARRAY_TASK_ID=8 SLURM_ARRAY_TASK_COUNT=2 "
                               "SLURM_ARRAY_TASK_MIN=7 '" DPS_PROGRAM "' " +
                               sweep + "-o s.db")
                .status,
            0);
  const auto joined = dps("sweep --merge s.1.db s.2.db -o all.db 2>&1");
  EXPECT_EQ(joined.out,
            "dps: note: added 3 points of 's.1.db' to 'all.db'\n"
            "dps: note: added 3 points of 's.2.db' to 'all.db'\n");
  EXPECT_EQ(output_of(sweep + "-o all.db"), whole.out);
}

TEST_F(SweepDatabase, DatabasesOfOtherSweepsAreNotJoined) {
  dps("sweep plan.txt --set workers=1 -o a.db" + std::string(kMachine));
  dps("sweep plan.txt --set workers=1 --seed 2 -o b.db" + std::string(kMachine));
  const auto joined = dps("sweep --merge a.db b.db -o c.db 2>&1");
  EXPECT_EQ(joined.status, 2);
  EXPECT_EQ(joined.out,
            "dps: error: cannot join 'b.db' to 'a.db', which belongs to another sweep:\n"
            "  seed: there 1, here 2\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "c.db"));
}

TEST_F(SweepDatabase, AJoinThatIsRefusedLeavesItsTargetUnchanged) {
  dps("sweep plan.txt --set workers=1 -o a.db" + std::string(kMachine));
  dps("sweep plan.txt --set workers=2 -o all.db" + std::string(kMachine));
  dps("sweep plan.txt --set workers=1 --seed 2 -o b.db" + std::string(kMachine));
  folder_.write("notes.db", "my notes, which are not a database\n");
  for (const char* other : {"b.db", "notes.db"}) {
    const auto refused = dps(fmt::format("sweep --merge a.db {} -o all.db 2>&1", other));
    EXPECT_EQ(refused.status, 2) << refused.out;
    EXPECT_NE(dps("profile all.db:workers=1 2>/dev/null").status, 0) << other;
    EXPECT_EQ(dps(fmt::format("sweep --merge a.db {} -o new.db 2>&1", other)).status, 2);
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "new.db")) << other;
  }
  const auto other_target = dps("sweep --merge b.db a.db -o all.db 2>&1");
  EXPECT_NE(other_target.out.find("cannot join 'b.db' to 'all.db', which belongs to another sweep"),
            std::string::npos)
      << other_target.out;
  folder_.write("empty.db", "");
  EXPECT_EQ(dps("sweep --merge a.db all.db -o empty.db 2>&1").status, 0);
}

TEST_F(SweepCommand, ADatabaseToJoinIsNotOverwritten) {
  folder_.write("a.db", "");
  folder_.write("b.db", "");
  const auto refused = dps("sweep --merge a.db b.db -o b.db 2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out,
            "dps: error: -o would overwrite the input database 'b.db'; name another file\n");
}

/// The third point kills dps once: when the runs of the first two points are over.
TEST_F(SweepDatabase, AKilledSweepContinuesWhereItWas) {
  folder_.write("plan.txt",
                "V n 1\nC k.c exec sh maybe.sh {n}\nF f.f NULL k.c NULL NULL\nU u.u f.f\n"
                "P P.p 1 u.u\n");
  folder_.write("maybe.sh", "[ $1 != 3 ] || [ ! -e kill ] || { rm kill; kill -9 $(cat pid); }\n");
  folder_.write("kill", "");
  const std::string sweep = "sweep plan.txt --set n=1..4 -o s.db --format json --quiet";
  support::run_shell("cd '" + folder_.path().string() +
                     "' && sh -c 'echo $$ >pid; exec \"" DPS_PROGRAM "\" " + sweep +
                     "' >/dev/null 2>&1");
  const auto before = dps("profile s.db:n=2 --format json");
  ASSERT_EQ(before.status, 0) << "the runs before the kill are in the database";
  EXPECT_NE(dps("profile s.db:n=3 2>/dev/null").status, 0);
  const auto continued = dps(sweep);
  EXPECT_EQ(continued.status, 0);
  const auto points = nlohmann::json::parse(continued.out)["points"];
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(dps("profile s.db:n=2 --format json").out, before.out) << "it did not run again";
  for (const auto& point : points) {
    EXPECT_EQ(point["run"]["runs"], 1);
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

TEST_F(SweepDatabase, MoreRunsAreAddedWithTheDrawsThatFollow) {
  folder_.write("draws.txt",
                "V n 1\nI A.i 1 A.m\nO A.o B.p -t A.m -b {round(uniform(1,1000000))}\n"
                "F s.f NULL NULL A.o NULL\nF r.f A.i NULL NULL NULL\nU s.u s.f\nU r.u r.f\n"
                "P A.p {n} s.u\nP B.p {n} r.u\n");
  EXPECT_EQ(dps("sweep draws.txt --set n=1 --runs 1 -o s.db").status, 0);
  EXPECT_EQ(dps("sweep draws.txt --set n=1 --runs 3 -o s.db").status, 0);
  dps("run draws.txt --runs 3 -o three.json");
  const auto swept = nlohmann::json::parse(dps("profile s.db:n=1 --format json").out)["runs"];
  const auto run = nlohmann::json::parse(dps("profile three.json --format json").out)["runs"];
  ASSERT_EQ(swept.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(swept[i]["totals"]["bytes_out"], run[i]["totals"]["bytes_out"]) << i;
  }
  EXPECT_NE(swept[0]["totals"]["bytes_out"], swept[1]["totals"]["bytes_out"]);
}

TEST_F(SweepDatabase, OneRunOfARandomBlueprintIsARandomFigure) {
  folder_.write("varied.txt",
                "V n 1\nC w.c compute {n*exponential(1)}ms\nF f.f NULL w.c NULL NULL\nU u.u f.f\n"
                "P A.p 1 u.u\n");
  const std::string sweep = "sweep varied.txt --set n=1,2 2>&1" + std::string(kMachine);
  const std::string warning = "2 of 2 points had one run: the figures are random";
  EXPECT_NE(dps(sweep).out.find(warning), std::string::npos) << dps(sweep).out;
  EXPECT_EQ(output_of(sweep + "--runs 2").find("random"), std::string::npos);
  EXPECT_EQ(
      output_of("sweep plan.txt --set workers=1,2 2>&1" + std::string(kMachine)).find("random"),
      std::string::npos);
}

/// The status is 6 if the other process is still at work on a point.
TEST_F(SweepDatabase, TwoProcessesShareOneDatabase) {
  const std::string sweep =
      "sweep plan.txt --set jobs=10..100:10 --set workers=1..4" + std::string(kMachine);
  const std::string command = "'" DPS_PROGRAM "' " + sweep + "-o s.db >/dev/null 2>";
  const auto statuses =
      support::run_shell("cd '" + folder_.path().string() + "' || exit; " + command + "first & " +
                         command + "second; second=$?; wait $!; echo $? $second");
  EXPECT_TRUE(statuses.out == "0 0\n" || statuses.out == "0 6\n" || statuses.out == "6 0\n")
      << statuses.out << folder_.read("first") << folder_.read("second");
  EXPECT_EQ(
      dps("sweep plan.txt --set jobs=10 --set workers=1" + std::string(kMachine) + "-o one.db")
          .status,
      0);
  EXPECT_NE(dps("sweep --merge s.db one.db -o all.db 2>&1").out.find("added 40 points of 's.db'"),
            std::string::npos);
  EXPECT_EQ(output_of(sweep + "-o s.db"), output_of(sweep));
}

TEST_F(SweepDatabase, OtherFilesAreNeverOverwritten) {
  folder_.write("notes.db", "my notes, which are not a database\n");
  const auto refused =
      dps("sweep plan.txt --set workers=1,2 -o notes.db" + std::string(kMachine) + "2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out,
            "dps: error: 'notes.db' is not a database of a sweep, or is damaged; it was not "
            "changed\n");
  EXPECT_EQ(support::run_shell("cat '" + (folder_.path() / "notes.db").string() + "'").out,
            "my notes, which are not a database\n");
  EXPECT_EQ(
      dps("sweep plan.txt --set workers=1 -o plan.txt 2>/dev/null" + std::string(kMachine)).status,
      2);
}

/// A limit of the size of files is an error like a full disk.
TEST_F(SweepDatabase, AFullDiskHasTheStatusOfOutputThatCannotBeWritten) {
  const auto limited = [&](const std::string& arguments) {
    return support::run_shell("cd '" + folder_.path().string() +
                              "' && ulimit -f 4 && '" DPS_PROGRAM "' sweep " + arguments + " 2>&1");
  };
  const std::string values = " --set workers=1..2" + std::string(kMachine);
  for (const std::string& find : {std::string(), std::string("--find 'workers: makespan < 1h'")}) {
    const auto full = limited("plan.txt" + values + find + " -o full.db");
    EXPECT_EQ(full.status, 6) << full.out;
    EXPECT_NE(full.out.find("dps: error: cannot write 'full.db': "), std::string::npos) << full.out;
  }
  for (const char* part : {"a.db", "b.db"}) {
    EXPECT_EQ(dps(fmt::format("sweep plan.txt -o {}{}", part, values)).status, 0);
  }
  EXPECT_EQ(limited("--merge a.db b.db -o full.db").status, 6);
  EXPECT_EQ(dps("sweep plan.txt -o full.db" + values).status, 0);
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
