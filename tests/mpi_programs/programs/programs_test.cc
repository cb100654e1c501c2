// dps run -- COMMAND with small MPI programs, as a user calls it.
#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/mpi_programs/programs/recorded_run.h"
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

/// The lines in alphabetical order, since the order of lines of ranks varies.
std::string sorted(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  std::string out;
  for (const std::string& line : lines) {
    out += line + '\n';
  }
  return out;
}

TEST(MpiProgram, PrintsTheSameAsWithoutDps) {
  const std::string command = mpirun(3, program("calls"));
  const Finished alone = run_shell(command + " 2>&1");
  ASSERT_EQ(alone.status, 0) << alone.out;
  const Finished recorded = run_dps("run --quiet -- " + command + " 2>&1");
  EXPECT_EQ(recorded.status, 0);
  EXPECT_EQ(sorted(recorded.out), sorted(alone.out));
}

/// dps prints a result on stdout, and the program has output, too.
TEST(MpiProgram, ItsOutputIsNotAmongAResultForOtherPrograms) {
  const ScratchFolder folder;
  const std::string errors = folder.path() / "errors";
  const std::string words = " -- " + mpirun(2, program("calls")) + " 2>'" + errors + "'";
  for (const std::string options :
       {"run --format json", "run -o -", "predict --machine sp2 --format json",
        "sweep --set n=1,2 --format json"}) {
    const bool is_sweep = options.starts_with("sweep");
    const Finished printed = run_dps(options + words + (is_sweep ? " {n}" : ""));
    EXPECT_EQ(printed.status, 0) << options;
    EXPECT_TRUE(Json::accept(printed.out)) << options << ":\n" << printed.out;
    const Finished kept = run_shell("grep -c '^rank . sum ' '" + errors + "'");
    EXPECT_EQ(kept.out, is_sweep ? "4\n" : "2\n") << options;
  }
  const Finished text = run_dps("run" + words);
  EXPECT_NE(text.out.find("rank 1 sum "), std::string::npos) << text.out;
}

TEST(MpiProgram, TheVariablesOfASweepAreTheDataOfASurface) {
  if (!DPS_HAS_SQLITE) {
    GTEST_SKIP() << "this build has no SQLite";
  }
  const ScratchFolder folder;
  const std::string database = "'" + (folder.path() / "app.db").string() + "'";
  const Finished swept = run_dps("sweep --quiet --set n=10,20 --set k=1,2 -o " + database + " -- " +
                                 mpirun(2, program("calls")) + " {n} {k} 2>&1");
  ASSERT_EQ(swept.status, 0) << swept.out;
  const Finished unnamed = run_dps("surface --only total " + database + " 2>&1");
  EXPECT_EQ(unnamed.status, 2) << unnamed.out;
  const Finished table = run_dps("surface --only total --data n --quiet --format csv " + database);
  EXPECT_EQ(table.status, 0);
  EXPECT_NE(table.out.find("\ntotal,2,10,"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("\ntotal,2,20,"), std::string::npos) << table.out;
}

TEST(MpiProgram, EachFunctionIsCounted) {
  const Recorded run = record(mpirun(3, program("calls")));
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  const std::map<std::string, int> expected = {
      {"MPI_Init", 3},       {"MPI_Comm_rank", 3},    {"MPI_Comm_size", 3}, {"MPI_Allreduce", 60},
      {"MPI_Irecv", 60},     {"MPI_Send", 30},        {"MPI_Wait", 33},     {"MPI_Sendrecv", 30},
      {"MPI_Isend", 33},     {"MPI_Waitall", 39},     {"MPI_Recv_init", 3}, {"MPI_Send_init", 3},
      {"MPI_Startall", 9},   {"MPI_Request_free", 6}, {"MPI_Mprobe", 3},    {"MPI_Mrecv", 3},
      {"MPI_Comm_split", 3}, {"MPI_Barrier", 3},      {"MPI_Bcast", 3},     {"MPI_Comm_free", 3},
      {"MPI_Type_size", 3},  {"MPI_Initialized", 3},  {"MPI_Finalize", 3}};
  EXPECT_EQ(run.counts(), expected);
  expect_balance(run.run());
  std::map<std::string, int> sent;
  for (const Json& row : run.run().at("messages")) {
    sent[row.at("mtag")] += row.at("sent").get<int>();
  }
  EXPECT_EQ(sent, (std::map<std::string, int>{
                      {"tag5", 30}, {"tag6", 30}, {"tag7", 30}, {"tag8", 9}, {"tag9", 3}}));
}

TEST(MpiProgram, SitesHaveTheirLines) {
  const Recorded run = record(mpirun(2, program("calls")));
  const Json& sites = run.run().at("mpi").at("sites");
  EXPECT_FALSE(sites.empty());
  for (const Json& site : sites) {
    const std::string place = site.at("place");
    EXPECT_TRUE(place.starts_with("calls.c:")) << place;
    EXPECT_EQ(site.at("ranks"), 2);
  }
}

/// The ends of a line pass MPI_PROC_NULL.
TEST(MpiProgram, MessagesToProcNullHaveNoBytes) {
  const std::map<std::string, std::uint64_t> expected = {
      {"MPI_Irecv", 32},    {"MPI_Isend", 16}, {"MPI_Send", 16},
      {"MPI_Sendrecv", 32}, {"MPI_Start", 16}, {"MPI_Recv", 16}};  // two messages each way
  for (const std::string how : {"run", "predict"}) {
    const std::string options = how == "run" ? "--quiet" : "--quiet --machine cray_t3d";
    const Recorded run = record(mpirun(3, program("line")), options, how);
    ASSERT_EQ(run.finished.status, 0) << run.finished.out;
    std::map<std::string, std::uint64_t> bytes;
    for (const Json& site : run.run().at("mpi").at("sites")) {
      if (const std::uint64_t of_site = site.at("bytes"); of_site > 0) {
        bytes[site.at("function")] += of_site;
      }
    }
    EXPECT_EQ(bytes, expected) << how;
  }
}

TEST(MpiProgram, TimesOfARankAddUp) {
  const Recorded run = record(mpirun(3, program("calls")));
  ASSERT_EQ(run.run().at("processes").size(), 3U);
  for (const Json& process : run.run().at("processes")) {
    const double parts = process.at("compute_s").get<double>() +
                         process.at("send_s").get<double>() + process.at("wait_s").get<double>();
    EXPECT_NEAR(process.at("real_s"), parts, 1e-9);
    EXPECT_LE(process.at("idle_s"), parts - process.at("compute_s").get<double>());
    double rows = 0;
    for (const Json& row : process.at("units").at(0).at("functionalities")) {
      rows += row.at("real_s").get<double>();
    }
    EXPECT_NEAR(process.at("real_s"), rows, 1e-9);
  }
}

TEST(MpiProgram, FortranBindingsGiveTheSameCountsAsC) {
  if (DPS_HAS_FORTRAN == 0) {
    GTEST_SKIP() << "there is no Fortran compiler";
  }
  const auto expected = record(mpirun(3, program("calls"))).counts();
  for (const char* name : {"calls_usempi", "calls_f08"}) {
    const std::string command = mpirun(3, program(name));
    const Recorded run = record(command);
    ASSERT_EQ(run.finished.status, 0) << run.finished.out;
    EXPECT_EQ(run.counts(), expected) << name;
    EXPECT_EQ(sorted(run.finished.out), sorted(run_shell(command + " 2>&1").out)) << name;
    expect_balance(run.run());
    for (const Json& site : run.run().at("mpi").at("sites")) {
      const std::string place = site.at("place");
      EXPECT_TRUE(place.starts_with("calls.f90:")) << name << " " << place;
    }
  }
}

TEST(MpiProgram, EachBindingGivesTheSameCountsAsC) {
  if (DPS_HAS_FORTRAN == 0) {
    GTEST_SKIP() << "there is no Fortran compiler";
  }
  const ScratchFolder folder;
  const auto run_of = [&](const std::string& name) {
    const fs::path file = folder.path() / name;
    return record(mpirun(3, program(name) + " '" + file.string() + "'"));
  };
  const auto counts_of = [](const Recorded& run) {
    auto counts = run.counts();
    for (const char* polled :
         {"MPI_Test", "MPI_Testall", "MPI_Testany", "MPI_Request_get_status"}) {
      EXPECT_EQ(counts.erase(polled), 1) << polled;  // as often as it takes
    }
    return counts;
  };
  const Recorded in_c = run_of("bindings");
  ASSERT_EQ(in_c.finished.status, 0) << in_c.finished.out;
  const auto expected = counts_of(in_c);
  EXPECT_EQ(expected.at("MPI_Win_fence"), 9);
  EXPECT_EQ(expected.at("MPI_Win_allocate"), 3);
  EXPECT_EQ(expected.at("MPI_File_read_at_all"), 3);
  EXPECT_EQ(expected.at("MPI_Alltoallw"), 3);
  for (const char* name : {"bindings_mpifh", "bindings_usempi", "bindings_f08"}) {
    const Recorded run = run_of(name);
    ASSERT_EQ(run.finished.status, 0) << name << run.finished.out;
    EXPECT_EQ(counts_of(run), expected) << name;
    EXPECT_EQ(sorted(run.finished.out), sorted(in_c.finished.out)) << name;
    EXPECT_EQ(run.notes(), std::vector<std::string>()) << name;
    expect_balance(run.run());
  }
}

TEST(MpiProgram, TheBindingsOfCxxAreRecorded) {
  if (DPS_HAS_CXX_BINDINGS == 0) {
    GTEST_SKIP() << "this Open MPI has no bindings for C++";
  }
  const std::string command = mpirun(3, program("cxx"));
  const Recorded run = record(command);
  EXPECT_EQ(run.finished.status, 0);
  EXPECT_EQ(sorted(run.finished.out), sorted(run_shell(command + " 2>&1").out));
  const auto counts = run.counts();
  for (const char* name : {"MPI_Irecv", "MPI_Send", "MPI_Wait", "MPI_Allreduce", "MPI_Comm_split",
                           "MPI_Barrier", "MPI_Comm_free"}) {
    ASSERT_TRUE(counts.contains(name)) << name;
    EXPECT_EQ(counts.at(name), 3) << name;
  }
  expect_balance(run.run());
}

TEST(MpiProgram, ErrorsAreThoseWithoutDpsAndMessagesStillMatch) {
  const std::string command = mpirun(2, program("errors"));
  const Finished alone = run_shell(command + " 2>&1");
  ASSERT_EQ(alone.status, 0) << alone.out;
  const Recorded run = record(command);
  EXPECT_EQ(run.finished.status, 0);
  EXPECT_EQ(sorted(run.finished.out), sorted(alone.out));
  expect_balance(run.run());
  EXPECT_EQ(run.notes(), std::vector<std::string>());
  EXPECT_EQ(run.counts().at("MPI_Barrier"), 2);  // after calls that were left by longjmp
}

TEST(MpiProgram, OfSeveralProgramsTheFirstIsRecorded) {
  const std::string two = mpirun(2, program("calls"));
  for (const std::string& command :
       {mpirun(1, program("several")), mpirun(1, program("phases")) + " && " + two,
        mpirun(1, program("phases")) + " & " + two + "; wait"}) {
    const Recorded run = record("sh -c \"" + command + "\"");
    EXPECT_EQ(run.finished.status, 0) << command << run.finished.out;
    EXPECT_EQ(run.result.at("complete"), true) << command;
    EXPECT_EQ(run.run().at("processes").size(), run.result.at("program").at("ranks")) << command;
    EXPECT_NE(run.result.at("notes").dump().find("several MPI programs"), std::string::npos);
    expect_balance(run.run());
  }
}

TEST(MpiProgram, TheCommandIgnoresTheSignalsThatDpsWasStartedToIgnore) {
  const std::string start = "trap '' INT USR1; exec ";
  const std::string command = "grep SigIgn /proc/self/status";
  const Finished alone = run_shell(start + command);
  const Finished recorded =
      run_shell(start + "'" + DPS_PROGRAM + "' run --quiet -- " + command + " 2>/dev/null");
  EXPECT_EQ(recorded.out, alone.out);
}

TEST(MpiProgram, MessagesOf200RandomProgramsAreMatchedExactly) {
  constexpr int kPrograms = 40;  // of each run
  for (int seed = 1; seed <= 5 * kPrograms; seed += kPrograms) {
    const std::string words = std::to_string(seed) + " " + std::to_string(kPrograms);
    const Recorded run =
        record(mpirun(2 + seed / kPrograms % 3, program("random_messages") + " " + words));
    ASSERT_EQ(run.finished.status, 0) << "seed " << seed << "\n" << run.finished.out;
    std::uint64_t sent = 0;
    for (const Json& row : run.run().at("messages")) {
      sent += row.at("sent").get<std::uint64_t>();
    }
    EXPECT_EQ(sent, 40 * kPrograms) << "seed " << seed;
    expect_balance(run.run());
    EXPECT_EQ(run.notes(), std::vector<std::string>()) << "seed " << seed;
  }
}

TEST(MpiProgram, PhasesAreUnitsAndRecordingCanBeOff) {
  const Recorded run = record(mpirun(2, program("phases")));
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  std::map<std::string, int> barriers;
  for (const Json& unit : run.run().at("processes").at(0).at("units")) {
    for (const Json& row : unit.at("functionalities")) {
      if (row.at("ftag") != "BUSY") {
        barriers[unit.at("futag")] += row.at("triggered").get<int>();
      }
    }
  }
  EXPECT_EQ(barriers, (std::map<std::string, int>{{"input", 2}, {"compute", 2}}));
  EXPECT_EQ(run.counts().at("MPI_Barrier"), 10);  // with the one that was not recorded
  EXPECT_EQ(run.notes().size(), 1);
}

TEST(MpiProgram, TheRankThatWasKilledIsNamedWithItsLastCall) {
  const Recorded run = record(mpirun(2, program("endless") + " die 1"));
  EXPECT_EQ(run.finished.status, 1);
  EXPECT_NE(run.finished.out.find("dps: error: rank 1 on "), std::string::npos) << run.finished.out;
  EXPECT_NE(run.finished.out.find("was killed by signal 9 (SIGKILL)"), std::string::npos);
  EXPECT_NE(run.finished.out.find("MPI_Sendrecv to p[0], tag 3, at endless.c:"), std::string::npos);
  EXPECT_EQ(run.result.at("complete"), false);
  EXPECT_GE(run.counts().at("MPI_Sendrecv"), 100);
}

/// A loop of the shell that ends when the condition holds, at the latest after 20 s.
std::string until(const std::string& condition) {
  return "for i in $(seq 200); do " + condition + " && break; sleep 0.1; done; ";
}

/// A pattern of pgrep for the ranks of this test, which does not match the shell whose command line
/// contains it.
std::string ranks_marked(const std::string& mark) {
  return "'^[^ ]*mpi_programs/[e]ndless " + mark + "'";
}

TEST(MpiProgram, ASendToAnInvalidRankIsNamedAsThat) {
  const Recorded run = record(mpirun(2, program("invalid")));
  EXPECT_EQ(run.finished.status, 1);
  EXPECT_NE(run.finished.out.find("in MPI_Send to an invalid rank, tag 3, at invalid.c:10"),
            std::string::npos)
      << run.finished.out;
}

TEST(MpiProgram, ARankThatIsNotRecordedRemainsOneOfTheProgram) {
  const std::string words = program("late_receiver");
  const Recorded run =
      record("mpirun --oversubscribe -n 1 " + words + " : -n 1 env -u DPS_BOARD " + words);
  EXPECT_EQ(run.finished.status, 1);
  EXPECT_NE(run.finished.out.find("1 of 2 ranks are not recorded"), std::string::npos)
      << run.finished.out;
  const Json& part = run.run();
  EXPECT_EQ(part.at("totals").at("msgs_out"), 3);
  EXPECT_EQ(part.at("totals").at("late_msgs"), 0);
  for (const Json& row : part.at("messages")) {
    EXPECT_EQ(row.at("receiver"), "p[1]") << row;
    EXPECT_EQ(row.at("sent"), 1) << row;
  }
  for (const Json& row : part.at("mpi").at("collectives")) {
    EXPECT_EQ(row.at("size"), 2) << row;
  }
  for (const Json& row : part.at("mpi").at("sites")) {
    const std::string function = row.at("function");
    const bool waits =
        function == "MPI_Allreduce" || function == "MPI_Wait" || function == "MPI_Ssend";
    EXPECT_EQ(row.at("idle_s").is_null(), waits) << row;
  }
  EXPECT_TRUE(part.at("processes").at(0).at("idle_s").is_null());
}

TEST(MpiProgram, TheCommandThatWasKilledIsTheCauseOfTheEndOfItsRanks) {
  const ScratchFolder folder;
  const std::string mark = folder.path().filename();
  const Finished run =
      run_shell("'" DPS_PROGRAM "' run --quiet -- " + mpirun(2, program("endless") + " " + mark) +
                " >'" + (folder.path() / "out").string() + "' 2>&1 & dps=$!; " +
                until("[ \"$(pgrep -cf " + ranks_marked(mark) + ")\" -ge 2 ]") +
                "kill -9 $(pgrep -f '^[m]pirun .*endless " + mark + "'); wait $dps");
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(folder.read("out").find("dps: error: mpirun was killed by signal 9 (SIGKILL)"),
            std::string::npos)
      << folder.read("out");
}

TEST(MpiProgram, NothingStaysAfterDpsOrMpirunIsKilled) {
  const ScratchFolder folder;
  const std::string mark = folder.path().filename();
  const std::string ranks = ranks_marked(mark);
  const std::string find_private = "private=$(tr '\\0' '\\n' </proc/$(pgrep -f " + ranks +
                                   " | head -1)/environ | "
                                   "sed -n 's/^OMPI_MCA_btl_vader_backing_directory=//p'); ";
  for (const std::string& victim :
       {std::string("$dps"), "$(pgrep -f '^[m]pirun .*endless " + mark + "')"}) {
    const std::string start = "export TMPDIR='" + folder.path().string() + "'; '" + DPS_PROGRAM +
                              "' run -- " + mpirun(2, program("endless") + " " + mark) +
                              " >/dev/null 2>&1 & dps=$!; ";
    const Finished run =
        run_shell(start + until("[ \"$(pgrep -cf " + ranks + ")\" -ge 2 ]") + find_private +
                  "kill -9 " + victim + "; wait $dps 2>/dev/null; " +
                  until("! [ -e \"$private\" ] && ! pgrep -f " + ranks + " >/dev/null") +
                  "echo \"$private\"; ls -d \"$private\" 2>/dev/null; pgrep -f " + ranks);
    EXPECT_EQ(run.out.find("/dev/shm/dps-run-"), 0) << victim << run.out;
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 1) << victim << run.out;
    EXPECT_TRUE(fs::is_empty(folder.path())) << victim;
  }
}

/// Runs a script in a terminal, in which `keys`, another script, prints the typed characters.
Finished run_in_terminal(const std::string& keys, const std::string& script) {
  setenv("in_terminal", script.c_str(), 1);
  return run_shell("{ " + keys + "} | script -qefc \"$in_terminal\" /dev/null");
}

TEST(MpiProgram, CtrlCInATerminalStopsTheRun) {
  const ScratchFolder folder;
  const std::string mark = folder.path().filename();
  const std::string ranks = "\"$(pgrep -cf " + ranks_marked(mark) + ")\"";
  const Finished run = run_in_terminal(
      until("[ " + ranks + " -ge 2 ]") + "printf '\\003'; " + until("[ " + ranks + " -eq 0 ]"),
      "exec " + dps_with("run -- " + mpirun(2, program("endless") + " " + mark)));
  EXPECT_EQ(run.status, 130) << run.out;
  EXPECT_EQ(run_shell("echo " + ranks).out, "0\n");
}

/// The ranks stop, too: mpirun passes the signal on.
TEST(MpiProgram, CtrlZStopsTheRunUntilItIsInTheForegroundAgain) {
  const ScratchFolder folder;
  const std::string mark = folder.path().filename();
  const std::string ranks = "\"$(pgrep -cf " + ranks_marked(mark) + ")\"";
  const auto are_stopped = [&](int count) {
    return "[ \"$(ps -o stat= -p \"$(pgrep -d, -f " + ranks_marked(mark) +
           ")\" | grep -c '^T')\" -eq " + std::to_string(count) + " ]";
  };
  const auto file = [&](const char* name) { return "'" + (folder.path() / name).string() + "'"; };
  const Finished run = run_in_terminal(
      until("[ " + ranks + " -ge 2 ]") + "printf '\\032'; " +
          until("[ -e " + file("stopped") + " ] && " + are_stopped(2)) + "touch " +
          file("resumed") + "; " + until(are_stopped(0)) + "printf '\\003'; " +
          until("[ -e " + file("ended") + " ]"),
      "set -m; " + dps_with("run -- " + mpirun(2, program("endless") + " " + mark)) +
          "; echo status: $?; touch " + file("stopped") + "; " +
          until("[ -e " + file("resumed") + " ]") + "fg; echo status: $?; touch " + file("ended"));
  const auto stopped = run.out.find("status: 148");
  EXPECT_NE(stopped, std::string::npos) << run.out;
  EXPECT_LT(stopped, run.out.find("MPI by site")) << run.out;
  EXPECT_NE(run.out.find("status: 130"), std::string::npos) << run.out;
  EXPECT_EQ(run_shell("echo " + ranks).out, "0\n");
}

TEST(MpiProgram, ASecondCtrlCKillsACommandThatIgnoresTheFirst) {
  const std::string sleeps = "pgrep -f '^slee[p] 98765' >/dev/null";
  const Finished run =
      run_in_terminal(until(sleeps) + until("{ printf '\\003'; ! " + sleeps + "; }"),
                      "exec " + dps_with("run -- sh -c \"trap '' INT; sleep 98765\""));
  EXPECT_EQ(run.status, 130) << run.out;
  EXPECT_NE(run_shell(sleeps).status, 0);
}

TEST(MpiProgram, ProgramsWithoutMpiAreReported) {
  const Finished run = run_dps("run -- /bin/echo hello 2>&1");
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.out.find("hello\n"), std::string::npos);
  EXPECT_NE(run.out.find("no process on this host called MPI_Init"), std::string::npos);
  EXPECT_EQ(run_dps("run -- no-such-program 2>&1").status, 2);
  EXPECT_EQ(run_dps("run -- 2>&1").status, 2);
}

TEST(MpiLibrary, DoesNoHarmToOtherPrograms) {
  const std::string preload = "LD_PRELOAD='" DPS_LIBRARY "' ";
  for (const char* command : {"/bin/sh -c 'echo ok'", "python3 -c 'print(\"ok\")'"}) {
    const Finished run = run_shell(preload + command + " 2>&1");
    EXPECT_EQ(run.status, 0) << command;
    EXPECT_EQ(run.out, "ok\n") << command;
  }
}

TEST(MpiProgram, PersistentBufferedSendsAreRecordedThatMpiMovesToAnotherRequest) {
  const Recorded run = record(mpirun(2, program("buffered")));
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  expect_balance(run.run());
  std::uint64_t sent = 0;
  for (const Json& row : run.run().at("messages")) {
    sent += row.at("sent").get<std::uint64_t>();
  }
  EXPECT_EQ(sent, 10U);
}

TEST(MpiLibrary, RecordsAModuleThatWasOpenedPrivately) {
  const Recorded run = record(program("opens_mpi") + " " + program("opened.so"));
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  EXPECT_EQ(run.counts().at("MPI_Barrier"), 1);
}

TEST(MpiLibrary, RecordsAModuleInFortranThatWasOpenedPrivately) {
  if (DPS_HAS_FORTRAN == 0) {
    GTEST_SKIP() << "there is no Fortran compiler";
  }
  const std::string command = mpirun(2, program("opens_mpi") + " " + program("opened_fortran.so"));
  const Recorded run = record(command);
  EXPECT_EQ(run.finished.status, 0);
  EXPECT_EQ(sorted(run.finished.out), sorted(run_shell(command + " 2>&1").out));
  EXPECT_EQ(run.counts().at("MPI_Allreduce"), 2);
  EXPECT_EQ(run.counts().at("MPI_Comm_rank"), 2);
}

TEST(MpiProgram, ALinkedLibraryRecordsWithoutPreloading) {
  const std::string command = mpirun(2, "env -u LD_PRELOAD " + program("linked"));
  EXPECT_EQ(run_shell(mpirun(2, program("linked")) + " 2>&1").out, "");
  const Recorded run = record(command);
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  EXPECT_EQ(run.counts().at("MPI_Allreduce"), 2);
}

TEST(MpiProgram, ProfileAndCompareReadTheResult) {
  const ScratchFolder folder;
  const std::string path = folder.path() / "a.json";
  ASSERT_EQ(run_dps("run --quiet -o '" + path + "' -- " + mpirun(2, program("calls"))).status, 0);
  const Finished profile = run_dps("profile --sites all '" + path + "'");
  EXPECT_EQ(profile.status, 0);
  EXPECT_NE(profile.out.find("MPI by site"), std::string::npos);
  const Finished comparison = run_dps("compare '" + path + "' '" + path + "' 2>&1");
  EXPECT_EQ(comparison.status, 0) << comparison.out;
}

}  // namespace
}  // namespace dps
