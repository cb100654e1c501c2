// dps predict --machine SHEET -- COMMAND with small MPI programs, as a user calls it.
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/mpi_programs/programs/recorded_run.h"
#include "tests/support/file_text.h"
#include "tests/support/run_dps.h"
#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

using support::Finished;
using support::run_dps;
using support::ScratchFolder;
using Json = nlohmann::json;

/// A prediction with its saved result.
struct Predicted {
  Finished finished;
  std::string text;
  Json result;

  [[nodiscard]] const Json& process(std::size_t rank) const {
    return result.at("runs").at(0).at("processes").at(rank);
  }
  [[nodiscard]] bool has_note(const std::string& note) const {
    for (const Json& one : result.at("notes")) {
      if (one == note) {
        return true;
      }
    }
    return false;
  }
};

Predicted predict(int ranks, const std::string& words, const std::string& options = "",
                  const std::string& name = "virtual") {
  const ScratchFolder folder;
  const std::string path = folder.path() / "result.json";
  Predicted made;
  const bool names_machine = options.find("--machine") != std::string::npos;
  made.finished = run_dps(
      "predict --quiet " + std::string(names_machine ? "" : "--machine cray_t3d ") + options +
      " -o '" + path + "' -- " + mpirun(ranks, program(name) + " " + words) + " 2>&1");
  made.text = file_text(path);
  made.result = Json::parse(made.text, nullptr, false);
  return made;
}

TEST(PredictedProgram, Figure51HasTheTimesOfTheSheet) {
  // Send 30 us, recv 60 + 0.7 d us, recvmin 30 + 0.9 d us, of 10 elements of 8 bytes.
  for (const auto& [steps, end_s] : {std::pair{0, 67e-6}, {25, 67e-6}, {100, 139e-6}}) {
    const Predicted made = predict(2, "figure51 " + std::to_string(steps));
    ASSERT_EQ(made.finished.status, 0) << made.finished.out;
    EXPECT_EQ(made.finished.out, "42 10 0 5\n");
    EXPECT_EQ(made.process(0).at("real_s"), 30e-6);
    EXPECT_EQ(made.process(1).at("real_s"), end_s);
    EXPECT_EQ(made.process(1).at("compute_s"), steps / 1e6);
    EXPECT_EQ(made.process(1).at("user_s"), steps / 1e6);
    EXPECT_EQ(made.result.at("kind"), "predict");
    EXPECT_EQ(made.result.at("runs").at(0).at("mpi").at("unit"), "ps");
  }
}

TEST(PredictedProgram, StepsAndModesAreOptions) {
  EXPECT_EQ(predict(2, "figure51 100", "--step 2us").process(1).at("real_s"), 239e-6);
  EXPECT_EQ(predict(2, "figure51 100", "--compute zero").process(1).at("real_s"), 67e-6);
  const Predicted late = predict(2, "figure51 100", "--eager 0B");
  EXPECT_EQ(late.process(0).at("real_s"), 130e-6);
  EXPECT_EQ(late.process(1).at("real_s"), 139e-6);
}

TEST(PredictedProgram, DataAreThoseThatMpiDelivers) {
  const Predicted made = predict(4, "data");
  EXPECT_EQ(made.finished.status, 0);
  EXPECT_EQ(made.finished.out, "right\n");
}

TEST(PredictedProgram, RequestsAndProbesHaveTheDataThatMpiDelivers) {
  const Predicted made = predict(3, "requests");
  EXPECT_EQ(made.finished.status, 0) << made.finished.out;
  EXPECT_EQ(made.finished.out, "right\n");
  expect_balance(made.result.at("runs").at(0));
  EXPECT_EQ(predict(3, "requests").text, made.text);
}

TEST(PredictedProgram, CollectiveCallsTakeTheTimeOfTheirEquations) {
  const Predicted made = predict(4, "collectives");
  ASSERT_EQ(made.finished.status, 0) << made.finished.out;
  const std::map<std::string, double> expected{
      {"MPI_Barrier", 4 * 21.09e-6}, {"MPI_Reduce", 4 * 318e-6}, {"MPI_Scan", 4 * 318e-6}};
  std::map<std::string, double> totals;
  for (const Json& row : made.result.at("runs").at(0).at("mpi").at("functions")) {
    totals[row.at("function")] = row.at("total_s");
  }
  for (const auto& [function, total_s] : expected) {
    EXPECT_NEAR(totals[function], total_s, 0.1e-6) << function;
  }
  EXPECT_TRUE(made.has_note("MPI_Scan (4 calls) is charged as reduce: the sheet has no scan"));
}

TEST(PredictedProgram, SheetsOfTheLibraryHaveTheFiguresOfTheDissertation) {
  // 5.4.1: the first barrier of 8 workstations, 71 ms; 9 ms for each process.
  const Predicted barrier = predict(8, "phases", "--compute zero --machine sparc5_ethernet");
  ASSERT_EQ(barrier.finished.status, 0) << barrier.finished.out;
  EXPECT_EQ(barrier.result.at("runs").at(0).at("makespan_s"), 72e-3);
  EXPECT_TRUE(barrier.has_note(
      "'recvmin' is 0 on the data sheet: receiving a message that is there takes no time"));
  // Tables 5.4 and 5.5: with all processes sending.
  const Predicted contended = predict(2, "figure51 0", "--contended");
  EXPECT_GT(contended.process(0).at("real_s"), 30e-6);
}

TEST(PredictedProgram, MeasuredComputingTakesItsCpuTime) {
  // 50 ms of CPU time.
  const Predicted annotated = predict(2, "spin 50");
  ASSERT_EQ(annotated.finished.status, 0) << annotated.finished.out;
  EXPECT_EQ(annotated.process(0).at("compute_s"), 0);
  const Predicted measured = predict(2, "spin 50", "--compute measured");
  const Predicted slower = predict(2, "spin 50", "--compute measured:1000");
  EXPECT_GE(measured.process(0).at("compute_s"), 0.05);
  EXPECT_GE(slower.process(0).at("compute_s"), 50);
  EXPECT_EQ(measured.process(0).at("user_s"), measured.process(0).at("compute_s"));
  EXPECT_EQ(slower.result.at("environment").at("compute"), "measured:1000");
}

TEST(PredictedProgram, AFarmIsTheSameEachTime) {
  const Predicted first = predict(5, "farm 40");
  ASSERT_EQ(first.finished.status, 0) << first.finished.out;
  for (int i = 0; i < 5; ++i) {
    const Predicted again = predict(5, "farm 40");
    EXPECT_EQ(again.finished.out, first.finished.out);
    EXPECT_EQ(again.text, first.text);
  }
}

TEST(PredictedProgram, PhasesHaveTheirTimes) {
  const Predicted made = predict(2, "phases");
  ASSERT_EQ(made.finished.status, 0) << made.finished.out;
  std::map<std::string, double> computed;
  for (const Json& unit : made.process(0).at("units")) {
    computed[unit.at("futag")] = unit.at("functionalities").at(0).at("compute_s");
  }
  EXPECT_EQ(computed["first"], 10e-6);
  EXPECT_EQ(computed["second"], 20e-6);
}

TEST(PredictedProgram, ADeadlockNamesEachRankThatWaits) {
  const Predicted made = predict(2, "deadlock");
  EXPECT_EQ(made.finished.status, 4);
  for (const char* line : {"p[0] waits in MPI_Recv from p[1], tag 5, at virtual.c:",
                           "p[1] waits in MPI_Recv from p[0], tag 5, at virtual.c:"}) {
    EXPECT_NE(made.finished.out.find(line), std::string::npos) << made.finished.out;
  }
  EXPECT_EQ(made.finished.out.find("--eager"), std::string::npos) << made.finished.out;
  EXPECT_EQ(made.result.at("complete"), false);
}

TEST(PredictedProgram, ADeadlockNamesTheRanksThatAreInFinalize) {
  const Predicted made = predict(2, "left");
  EXPECT_EQ(made.finished.status, 4);
  for (const char* line :
       {"p[0] waits in MPI_Recv from p[1], tag 5, at virtual.c:", "p[1] is in MPI_Finalize\n"}) {
    EXPECT_NE(made.finished.out.find(line), std::string::npos) << made.finished.out;
  }
}

/// The CPU time of ranks that have not called MPI_Finalize is unknown.
TEST(PredictedProgram, ComputingBeforeADeadlockIsKnown) {
  const std::string without =
      "no rank has called dps_compute(): computing takes no time here; --compute measured takes "
      "its CPU time";
  EXPECT_TRUE(predict(2, "deadlock 0").has_note(without));
  const Predicted made = predict(2, "deadlock 100");
  EXPECT_EQ(made.process(0).at("compute_s"), 100e-6);
  EXPECT_FALSE(made.has_note(without)) << made.text;
  EXPECT_TRUE(made.has_note(
      "a step of dps_compute() takes 1 us: neither --step nor the machine gives its time"));
}

TEST(PredictedProgram, ADeadlockInSendsReportsTheirBuffering) {
  EXPECT_EQ(predict(2, "exchange", "--eager 4B").finished.status, 0);
  const Predicted made = predict(2, "exchange", "--eager 0B");
  EXPECT_EQ(made.finished.status, 4);
  EXPECT_NE(made.finished.out.find("give the longest of them with '--eager SIZE'"),
            std::string::npos)
      << made.finished.out;
}

TEST(PredictedProgram, ADeathIsNamed) {
  const Predicted made = predict(3, "death");
  EXPECT_EQ(made.finished.status, 1);
  EXPECT_NE(made.finished.out.find("rank 0 on"), std::string::npos) << made.finished.out;
}

/// The lines that ranks print, whose order is open.
std::multiset<std::string> lines_of(const std::string& text) {
  std::multiset<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.insert(line);
  }
  return lines;
}

/// Expects the same output of the command without dps and in a prediction.
void expect_same_output(const std::string& command) {
  const Finished plain = support::run_shell(command + " 2>&1");
  ASSERT_EQ(plain.status, 0) << plain.out;
  const Finished predicted = run_dps("predict --quiet --machine cray_t3d -- " + command + " 2>&1");
  EXPECT_EQ(predicted.status, 0) << command;
  EXPECT_EQ(lines_of(predicted.out), lines_of(plain.out)) << command;
}

TEST(PredictedProgram, EveryFunctionHasTheDataOfMpi) {
  const ScratchFolder folder;
  for (const char* of : {"messages", "probes", "persistent", "requests", "windows", "files"}) {
    for (const int ranks : {2, 3}) {
      expect_same_output(mpirun(ranks, program("every_function") + " " + of + " '" +
                                           (folder.path() / "file").string() + "'"));
    }
  }
  for (const char* of : {"collectives", "neighbours", "communicators"}) {
    for (const int ranks : {2, 3}) {
      expect_same_output(mpirun(ranks, program("every_collective") + " " + of));
    }
  }
}

TEST(PredictedProgram, AllBindingsHaveTheDataOfMpi) {
  const ScratchFolder folder;
  std::vector<std::string> programs{"bindings", "calls"};
  if (DPS_HAS_FORTRAN) {
    programs.insert(programs.end(), {"bindings_mpifh", "bindings_usempi", "bindings_f08",
                                     "calls_usempi", "calls_f08"});
  }
  for (const std::string& name : programs) {
    expect_same_output(mpirun(2, program(name) + " '" + (folder.path() / "file").string() + "'"));
  }
}

TEST(PredictedProgram, RandomMessagesAndErrorsHaveTheDataOfMpi) {
  expect_same_output(mpirun(3, program("random_messages") + " 7 4"));
  expect_same_output(mpirun(2, program("errors")));
  expect_same_output(mpirun(4, program("collectives")));
}

TEST(PredictedProgram, CallsThatAreCarriedOutInRealTimeAreNamed) {
  const ScratchFolder folder;
  const Finished window = run_dps("predict --machine cray_t3d -- " +
                                  mpirun(2, program("every_function") + " windows") + " 2>&1");
  EXPECT_EQ(window.status, 0);
  EXPECT_NE(window.out.find("MPI_Win_lock (2 calls), "), std::string::npos) << window.out;
  EXPECT_NE(window.out.find("charged as barrier: the sheet has no win_fence"), std::string::npos);
}

TEST(PredictedProgram, OneSidedTransfersWithoutATimeAreNamed) {
  const Predicted made = predict(2, "windows", "", "every_function");
  ASSERT_EQ(made.finished.status, 0) << made.finished.out;
  const std::string notes = made.result.at("notes").dump();
  EXPECT_NE(notes.find("one-sided transfers take no time, whatever their size: MPI_Accumulate ("),
            std::string::npos)
      << notes;
  EXPECT_NE(notes.find(", MPI_Put ("), std::string::npos) << notes;
  EXPECT_EQ(predict(2, "data").result.at("notes").dump().find("one-sided"), std::string::npos);
}

TEST(PredictedProgram, DynamicProcessesAreAnErrorOfMpi) {
  const Predicted made = predict(2, "dynamic", "", "every_function");
  EXPECT_EQ(made.finished.status, 0);
  EXPECT_EQ(lines_of(made.finished.out),
            (std::multiset<std::string>{"0 refused: 1 1 1 1 1", "1 refused: 1 1 1 1 1"}));
  EXPECT_TRUE(made.has_note(
      "MPI_Comm_spawn has returned MPI_ERR_UNSUPPORTED_OPERATION: a prediction has the processes "
      "that the command starts, and no others"));
}

TEST(PredictedProgram, PersistentRequestsAndOperationsAreTheSameEachTime) {
  for (const char* of : {"persistent", "probes", "requests"}) {
    const Predicted first = predict(3, of, "", "every_function");
    ASSERT_EQ(first.finished.status, 0) << first.finished.out;
    EXPECT_EQ(predict(3, of, "", "every_function").text, first.text);
  }
}

TEST(PredictedProgram, MessagesThatAreNotReceivedFillTheMemory) {
  const Finished full = support::run_shell(std::string("DPS_BOARD_SIZE=20MiB '") + DPS_PROGRAM +
                                           "' predict --quiet --machine cray_t3d -- " +
                                           mpirun(2, program("virtual") + " flood 100") + " 2>&1");
  EXPECT_EQ(full.status, 1);
  EXPECT_NE(full.out.find("p[0] has no room to send 1.0 MiB in MPI_Send"), std::string::npos)
      << full.out;
  EXPECT_EQ(predict(2, "flood 100").finished.status, 0);
}

TEST(PredictedProgram, ATraceHasTheTimesOfThePrediction) {
  const ScratchFolder folder;
  const std::string path = folder.path() / "trace.csv";
  const Finished traced = run_dps("predict --quiet --machine cray_t3d --trace '" + path + "' -- " +
                                  mpirun(2, program("virtual") + " figure51 100") + " 2>&1");
  ASSERT_EQ(traced.status, 0) << traced.out;
  EXPECT_NE(file_text(path).find("0.000139"), std::string::npos);
}

/// The program `virtual` reads the CPU time of its thread, and otherwise only MPI_Wtime().
TEST(PredictedProgram, ClocksOfTheSystemAreNamed) {
  const Finished predicted = run_dps("predict --machine cray_t3d -- " +
                                     mpirun(2, program("virtual") + " figure51 100") + " 2>&1");
  ASSERT_EQ(predicted.status, 0) << predicted.out;
  EXPECT_NE(predicted.out.find("- virtual imports clock_gettime: "), std::string::npos)
      << predicted.out;
}

TEST(PredictedProgram, WrongInputIsRefused) {
  const std::string command = " -- " + mpirun(2, program("virtual"));
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"--machine cray_t3d --runs 3", "every prediction of this program would be the same"},
      {"--machine cray_t3d --seed 3", "the program draws its own random numbers"},
      {"--machine cray_t3d --compute often", "--compute: expected"},
      {"--machine cray_t3d --compute measured:0", "--compute: expected a factor"},
      {"--machine cray_t3d --step 3", "--step: expected a time"},
      {"--machine cray_t3d --poll-limit often", "--poll-limit: expected a number"},
      {"", "predict needs --machine"}};
  for (const auto& [options, message] : wrong) {
    const Finished refused = run_dps("predict " + options + command + " 2>&1");
    EXPECT_EQ(refused.status, 2) << options;
    EXPECT_NE(refused.out.find(message), std::string::npos) << refused.out;
  }
}

}  // namespace
}  // namespace dps
