// dps predict -- COMMAND when something goes wrong: deaths, stopped ranks, programs that cannot be
// predicted.
#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/mpi_programs/programs/recorded_run.h"
#include "tests/support/file_text.h"
#include "tests/support/run_dps.h"
#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

namespace fs = std::filesystem;
using support::Finished;
using support::run_dps;
using support::run_shell;
using support::ScratchFolder;
using Json = nlohmann::json;

/// A script that continues when the condition holds, or after 20 s.
std::string until(const std::string& condition) {
  return "for i in $(seq 400); do " + condition + " && break; sleep 0.05; done; ";
}

/// A pattern of pgrep for the ranks of this test, which does not match the shell whose command line
/// contains it.
std::string ranks_marked(const std::string& mark) {
  return "'^[^ ]*mpi_programs/[v]irtual rounds .*" + mark + "'";
}

struct Victim {
  std::string name;
  std::string process;  ///< for the shell
};

class KilledPrediction : public testing::TestWithParam<const char*> {};

TEST_P(KilledPrediction, LeavesNothingAndIsReportedSoFar) {
  std::mt19937 random(27);  // NOLINT: the same instants each time
  for (int round = 0; round < 3; ++round) {
    const ScratchFolder folder;
    const std::string mark = folder.path().filename();
    const std::string ranks = ranks_marked(mark);
    const std::vector<Victim> victims{
        {"dps", "$dps"},
        {"mpirun", "$(pgrep -f '^[m]pirun .*virtual rounds .*" + mark + "')"},
        {"rank", "$(pgrep -f " + ranks + " | tail -1)"}};
    for (const Victim& victim : victims) {
      const ScratchFolder temporary;
      const std::string out = folder.path() / victim.name;
      const unsigned milliseconds = std::uniform_int_distribution<unsigned>(0, 400)(random);
      const std::string wait = "sleep 0." + std::string(milliseconds < 100 ? "0" : "") +
                               std::to_string(milliseconds) + "; ";
      const Finished made = run_shell(
          "export TMPDIR='" + temporary.path().string() +
          "'; '" DPS_PROGRAM "' predict --machine " + std::string(GetParam()) + " -- " +
          mpirun(3, program("virtual") + " rounds 100000000 " + mark) + " >'" + out +
          "' 2>&1 & dps=$!; " + until("[ \"$(pgrep -cf " + ranks + ")\" -ge 3 ]") +
          "private=$(tr '\\0' '\\n' </proc/$(pgrep -f " + ranks +
          " | head -1)/environ | sed -n 's/^OMPI_MCA_btl_vader_backing_directory=//p'); " + wait +
          "kill -9 " + victim.process + "; wait $dps 2>/dev/null; echo status $?; " +
          until("! [ -e \"$private\" ] && ! pgrep -f " + ranks + " >/dev/null") +
          "echo \"folder $private\"; ls -d \"$private\" 2>/dev/null; pgrep -f " + ranks);
      const std::string expected = victim.name == "dps" ? "status 137\n" : "status 1\n";
      EXPECT_EQ(made.out.find(expected), 0U) << victim.name << ' ' << milliseconds << made.out;
      EXPECT_NE(made.out.find("folder /dev/shm/dps-run-"), std::string::npos) << made.out;
      EXPECT_EQ(std::count(made.out.begin(), made.out.end(), '\n'), 2) << victim.name << made.out;
      EXPECT_TRUE(fs::is_empty(temporary.path())) << victim.name;
      if (victim.name != "dps" && file_text(out).find("MPI by site") != std::string::npos) {
        EXPECT_NE(file_text(out).find("INCOMPLETE"), std::string::npos) << file_text(out);
      }
      if (victim.name != "dps") {
        EXPECT_NE(file_text(out).find("signal 9"), std::string::npos) << file_text(out);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, KilledPrediction, testing::Values("cray_t3d", "laptop"));

TEST(PredictedProgram, ARankThatIsStoppedForAWhileChangesNothing) {
  for (const std::string machine : {"cray_t3d", "laptop"}) {
    const ScratchFolder folder;
    const std::string mark = folder.path().filename();
    const std::string ranks = ranks_marked(mark);
    const std::string state = "\"$(ps -o stat= -p $rank | head -c 1)\"";
    std::vector<Json> runs;
    for (const bool stops : {false, true}) {
      const std::string path = folder.path() / "result.json";
      const std::string stopping = until("[ \"$(pgrep -cf " + ranks + ")\" -ge 3 ]") +
                                   "rank=$(pgrep -f " + ranks + " | tail -1); kill -STOP $rank; " +
                                   until("[ " + state + " = T ]") +
                                   "echo stopped; sleep 0.3; kill -CONT $rank; ";
      const Finished made =
          run_shell("'" DPS_PROGRAM "' predict --force --quiet --machine " + machine + " -o '" +
                    path + "' -- " + mpirun(3, program("virtual") + " rounds 3000 " + mark) +
                    " 2>&1 & dps=$!; " + (stops ? stopping : "") + "wait $dps; echo status $?");
      EXPECT_EQ(made.out, stops ? "stopped\nstatus 0\n" : "status 0\n");
      runs.push_back(Json::parse(file_text(path), nullptr, false).at("runs"));
    }
    EXPECT_EQ(runs[0], runs[1]) << machine;
  }
}

/// The name of a phase is behind its record in the log.
TEST(PredictedProgram, ARankThatIsKilledAfterAPhaseHasBegunHasItsVirtualTime) {
  const ScratchFolder folder;
  const std::string path = folder.path() / "result.json";
  const Finished made = run_dps("predict --machine cray_t3d --quiet -o '" + path + "' -- " +
                                mpirun(2, program("phases") + " die") + " 2>&1");
  EXPECT_EQ(made.status, 1) << made.out;
  const Json result = Json::parse(file_text(path));
  const Json& processes = result.at("runs").at(0).at("processes");
  for (const Json& process : processes) {
    EXPECT_GT(process.at("real_s"), 0);
    EXPECT_LT(process.at("real_s"), 2e-3);  // a barrier, and 1,000 steps
  }
}

TEST(PredictedProgram, TwoThreadsInMpiAtOneTimeAreNamed) {
  const Finished made =
      run_dps("predict --machine cray_t3d -- " + mpirun(2, program("two_threads")) + " 2>&1");
  EXPECT_EQ(made.status, 1) << made.out;
  EXPECT_NE(made.out.find("p[0] calls MPI in two threads at one time, MPI_Recv and MPI_Recv"),
            std::string::npos)
      << made.out;
}

TEST(PredictedProgram, ALongListOfRequestsIsWaitedForOrItsLimitIsNamed) {
  for (const std::string machine : {"cray_t3d", "laptop"}) {
    const std::string command = "predict --quiet --machine " + machine + " -o /dev/null -- " +
                                mpirun(2, program("long_lists"));
    const Finished any = run_dps(command + " any 2>&1");
    EXPECT_EQ(any.status, 0) << any.out;
    EXPECT_EQ(any.out, "message 0\nmessage 1\nmessage 2\nlast 4999\n");
    const Finished some = run_dps(command + " some 2>&1");
    EXPECT_EQ(some.status, 1) << some.out;
    EXPECT_NE(
        some.out.find("p[0] calls MPI_Waitsome with 5000 requests; in a prediction a list has "
                      "at most 4096"),
        std::string::npos)
        << some.out;
  }
}

/// MPI rejects them at the calling rank, which then does not wait for the others.
TEST(PredictedProgram, InvalidCollectiveCallsReturnTheErrorsOfMpi) {
  const std::string command = mpirun(2, program("rejected"));
  const std::string expected =
      "Barrier 5\nBcast 2\nBcast 3\nBcast 8\nGather 2\nGather 13\nGatherv 2\nGatherv 13\n"
      "Scatter 3\nScatterv 2\nAllgather 13\nAllgatherv 1\nAlltoall 15\nAlltoallv 2\n"
      "Alltoallw 13\nReduce 13\nReduce 10\nAllreduce 1\nReduce_scatter 2\n"
      "Reduce_scatter_block 13\nScan 13\nExscan 10\nIbcast 2\nIreduce 13\n";
  for (const char* how : {"run", "predict --machine cray_t3d", "predict --machine laptop"}) {
    const Finished made = run_dps(std::string(how) + " --quiet -- " + command + " 2>&1");
    EXPECT_EQ(made.status, 0) << how;
    EXPECT_EQ(made.out, expected) << how;
  }
}

TEST(PredictedProgram, RanksOnOtherHostsAreRefused) {
  const Finished made = run_dps(
      "predict --machine cray_t3d -- mpirun --oversubscribe -n 2 env "
      "OMPI_COMM_WORLD_LOCAL_SIZE=1 " +
      program("virtual") + " 2>&1");
  EXPECT_EQ(made.status, 1) << made.out;
  EXPECT_NE(made.out.find("host"), std::string::npos) << made.out;
}

TEST(PredictedProgram, AProgramWithoutMpiOrWithAnotherOneIsNamed) {
  for (const char* command : {"run", "predict --machine cray_t3d"}) {
    const Finished none = run_dps(std::string(command) + " -- /bin/echo hello 2>&1");
    EXPECT_EQ(none.status, 1) << none.out;
    EXPECT_NE(none.out.find("no process on this host called MPI_Init"), std::string::npos)
        << none.out;
    const Finished other =
        run_dps(std::string(command) + " -- " + program("uses_other_mpi") + " 2>&1");
    EXPECT_EQ(other.status, 1) << other.out;
    EXPECT_NE(other.out.find("MPICH Version"), std::string::npos) << other.out;
    EXPECT_NE(other.out.find("done\n"), std::string::npos) << other.out;
  }
}

}  // namespace
}  // namespace dps
