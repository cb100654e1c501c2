// dps sweep with a database, as a user calls it.
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/commands/job_plan.h"
#include "tests/support/command_test.h"

namespace dps {
namespace {

class SweepDatabase : public support::CommandTest {
 protected:
  SweepDatabase() { folder_.write("plan.txt", kJobPlan); }
  void SetUp() override {
    if (!DPS_HAS_SQLITE) {
      GTEST_SKIP() << "this build has no SQLite";
    }
  }
};

constexpr const char* kMachine =
    " --machine '" DPS_SOURCE_DIR "/predictor/machines/library/rack_100g.toml' ";

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

TEST_F(SweepDatabase, AMachineFileHasOneName) {
  folder_.write("m.toml", dps("machine show laptop").out);
  const std::string sweep = "sweep plan.txt -o s.db --format csv --machine ";
  const auto first = dps(sweep + "m.toml");
  EXPECT_EQ(first.status, 0) << first.out;
  EXPECT_EQ(dps(sweep + "./m.toml").out, first.out);
  EXPECT_EQ(dps("profile s.db 2>&1").status, 0) << "the database has more than one point";
  const auto twice = dps(sweep + "m.toml --machine .//m.toml 2>&1");
  EXPECT_EQ(twice.status, 2);
  EXPECT_NE(twice.out.find("--machine m.toml is given twice"), std::string::npos) << twice.out;
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
    for (const char* name : {"full.db", "full.db-journal", "full.db-wal", "full.db-shm"}) {
      EXPECT_FALSE(exists(name)) << name;
    }
  }
  for (const char* part : {"a.db", "b.db"}) {
    EXPECT_EQ(dps(fmt::format("sweep plan.txt -o {}{}", part, values)).status, 0);
  }
  EXPECT_EQ(limited("--merge a.db b.db -o full.db").status, 6);
  EXPECT_EQ(dps("sweep plan.txt -o full.db" + values).status, 0);
}

/// Runs a command in the folder, where `full` is a file system of that size, or one that is only
/// read, for this command alone.
class SweepFileSystem : public SweepDatabase {
 protected:
  void SetUp() override {
    SweepDatabase::SetUp();
    if (support::run_shell("unshare -Urm true 2>&1").status != 0) {
      GTEST_SKIP() << "this host does not let users mount file systems";
    }
    folder_.write("full/empty", "");
  }
  [[nodiscard]] support::Finished mounted(const std::string& options,
                                          const std::string& arguments) const {
    folder_.write("mounted", "mount -t tmpfs -o " + options +
                                 " none full || exit 99\n'" DPS_PROGRAM "' " + arguments +
                                 " 2>&1\nstatus=$?\nls -A full\nexit $status\n");
    return support::run_shell("cd '" + folder_.path().string() + "' && unshare -Urm sh mounted");
  }
};

TEST_F(SweepFileSystem, AFullDiskIsNamedAndNoPartOfADatabaseRemains) {
  const std::string sweep =
      "sweep plan.txt --set workers=1..2 -o full/s.db" + std::string(kMachine);
  for (const char* size : {"size=16k", "size=64k"}) {
    const auto full = mounted(size, sweep);
    EXPECT_EQ(full.status, 6) << size;
    EXPECT_EQ(full.out, "dps: error: cannot write 'full/s.db': No space left on device\n") << size;
  }
}

TEST_F(SweepFileSystem, AFileSystemThatIsOnlyReadIsNamed) {
  const auto refused =
      mounted("ro", "sweep plan.txt --set workers=1..2 -o full/s.db" + std::string(kMachine));
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out, "dps: error: cannot open 'full/s.db': Read-only file system\n");
}

TEST_F(SweepDatabase, ADatabaseToJoinIsNotOverwritten) {
  folder_.write("a.db", "");
  folder_.write("b.db", "");
  const auto refused = dps("sweep --merge a.db b.db -o b.db 2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out,
            "dps: error: -o would overwrite the input database 'b.db'; name another file\n");
}

}  // namespace
}  // namespace dps
