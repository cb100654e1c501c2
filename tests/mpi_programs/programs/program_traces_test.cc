// Traces of MPI programs by dps run -- COMMAND, as a user calls it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

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
using support::ScratchFolder;
using Json = nlohmann::json;

TEST(MpiProgram, TracesAreWrittenInAllFormats) {
  const ScratchFolder folder;
  const std::string base = folder.path() / "t";
  std::string options;
  for (const char* suffix :
       {".dpstrace", ".json", ".json.gz", ".prv", ".trace", ".csv", ".folded"}) {
    options += " --trace '" + base + suffix + "'";
  }
  const Finished run =
      run_dps("run --quiet" + options + " -- " + mpirun(2, program("calls")) + " 2>&1");
  ASSERT_EQ(run.status, 0) << run.out;
  const Finished summary = run_dps("trace '" + base + ".dpstrace' --why 2>&1");
  EXPECT_EQ(summary.status, 0) << summary.out;
  EXPECT_NE(summary.out.find("MPI_Allreduce@calls.c:"), std::string::npos) << summary.out;
  const Finished counts = run_dps("trace '" + base + ".dpstrace' 2>&1");
  EXPECT_NE(counts.out.find("\n2 phases of ranks, "), std::string::npos) << counts.out;
  EXPECT_EQ(counts.out.find("firing"), std::string::npos) << counts.out;
  std::ifstream file(base + ".json");
  const Json events = Json::parse(file, nullptr, false);
  int flows = 0;
  for (const Json& event : events.at("traceEvents")) {
    flows += event.at("ph") == "s" ? 1 : 0;
  }
  EXPECT_EQ(flows, 2 * (10 * 3 + 3 + 1));  // a message a rank and call
}

TEST(MpiProgram, LinesOfStatesAreThoseOfTheFunctions) {
  const ScratchFolder folder;
  const std::string base = folder.path();
  for (const char* name : {"a", "b"}) {
    const Finished run =
        run_dps("run --quiet --trace-level 1 --trace '" + base + "/" + name + ".trace' --trace '" +
                base + "/" + name + "/' -- " + mpirun(2, program("late")) + " 2>&1");
    ASSERT_EQ(run.status, 0) << run.out;
  }
  const std::string text = folder.read("a.trace");
  EXPECT_TRUE(text.starts_with("$types\nState BUSY BARRIER ALLREDUCE ")) << text;
  for (const char* line :
       {": P ALLREDUCE\n", ": T site late.c:13\n", ": S p[0] 5 4\n", ": P RECV\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
  EXPECT_EQ(text.find("WAIT"), std::string::npos) << text;
  EXPECT_NE(folder.read("a/p1.trace").find("u:p[1] "), std::string::npos);
  EXPECT_EQ(folder.read("a/p1.trace").find("u:p[0] "), std::string::npos);
  for (const char* kind : {".trace", "/"}) {
    const Finished compared = run_dps("compare --tolerance 1000000 --level line '" + base + "/a" +
                                      kind + "' '" + base + "/b" + kind + "' 2>&1");
    EXPECT_NE(compared.out.find("\nALLREDUCE "), std::string::npos) << compared.out;
    EXPECT_NE(compared.out.find("late.c:13"), std::string::npos) << compared.out;
  }
}

TEST(MpiProgram, AFolderOfTracesReplacesOnlyOneThatDpsHasWritten) {
  const ScratchFolder folder;
  const auto run = [&] {
    return run_dps("run --quiet --trace '" + (folder.path() / "t").string() + "/' -- " +
                   mpirun(2, program("late")) + " 2>&1");
  };
  fs::create_directory(folder.path() / "t");  // empty
  EXPECT_EQ(run().status, 0);
  EXPECT_EQ(run().status, 0);
  folder.write("t/notes.txt", "mine");
  const Finished refused = run();
  EXPECT_EQ(refused.status, 2) << refused.out;
  EXPECT_NE(refused.out.find("has a file that dps has not written, 'notes.txt'; move it elsewhere"),
            std::string::npos)
      << refused.out;
  EXPECT_EQ(folder.read("t/notes.txt"), "mine");
  EXPECT_TRUE(fs::exists(folder.path() / "t/p0.trace"));
}

/// A text without the breaks of its lines.
std::string unwrapped(std::string text) {
  for (auto at = text.find("\n"); at != std::string::npos; at = text.find("\n", at)) {
    text.replace(at, text.find_first_not_of("\n ", at) - at, " ");
  }
  return text;
}

TEST(MpiProgram, TheRankThatComesLateIsNamed) {
  const Finished run = run_dps("run --why -- " + mpirun(3, program("late")) + " 2>&1");
  ASSERT_EQ(run.status, 0) << run.out;
  const std::string text = unwrapped(run.out);
  EXPECT_NE(text.find("in MPI_Allreduce@late.c:13 for MPI_Allreduce from p[1]"), std::string::npos)
      << run.out;
  EXPECT_NE(text.find("it has not come, while p[1] computes BUSY"), std::string::npos) << run.out;
}

TEST(MpiProgram, AReceiverThatIsLateIsNamed) {
  const Recorded run = record(mpirun(2, program("late_receiver")), "--why");
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  EXPECT_NE(run.finished.out.find("\nBest remedy: "), std::string::npos) << run.finished.out;
  const Json& why = run.result.at("why");
  std::map<std::string, double> path;  // of each region and call
  for (const Json& row : why.at("shares")) {
    path[row.at("tag")] += row.at("path_s").get<double>();
  }
  std::map<std::string, Json> waits;
  for (const Json& row : why.at("waits")) {
    waits[row.at("ftag")] = row;
  }
  // The path goes by way of p[1], which computes while p[0] waits. How long that takes, and all
  // else, depends on the other work of this host.
  const auto expect_late = [&](const std::string& call, const std::string& for_call,
                               const std::string& from, const std::string& region) {
    ASSERT_TRUE(waits.contains(call)) << why;
    const Json& wait = waits.at(call);
    EXPECT_EQ(wait.at("mtag"), for_call) << wait;
    EXPECT_EQ(wait.at(from), "p[1]") << wait;
    const Json& meanwhile = wait.at("meanwhile");
    const auto computing = std::find_if(meanwhile.begin(), meanwhile.end(), [&](const Json& row) {
      return row.at("what") == "compute" && row.at("tag") == region;
    });
    ASSERT_NE(computing, meanwhile.end()) << wait;
    EXPECT_GT(computing->at("time_s"), 0) << wait;
    EXPECT_GE(path[region] + 1e-9, computing->at("time_s")) << why;
  };
  expect_late("MPI_Wait@late_receiver.c:35", "MPI_Irecv", "sender",
              "BUSY from late_receiver.c:32 to MPI_Irecv@late_receiver.c:43");
  expect_late("MPI_Ssend@late_receiver.c:36", "tag4", "receiver",
              "BUSY from late_receiver.c:44 to MPI_Recv@late_receiver.c:46");
  expect_late("MPI_Wait@late_receiver.c:39", "MPI_Recv", "sender",
              "BUSY from late_receiver.c:46 to MPI_Recv@late_receiver.c:48");
  for (const Json& row : run.run().at("mpi").at("sites")) {
    const bool is_late = row.at("place") == "late_receiver.c:35" ||
                         row.at("function") == "MPI_Ssend" ||
                         row.at("place") == "late_receiver.c:39";  // of a persistent request
    EXPECT_TRUE(!is_late || row.at("idle_s") > 0) << row;
    EXPECT_LE(row.at("idle_s"), row.at("total_s")) << row;
    if (row.at("function") == "MPI_Ssend") {  // the path does not contain the idle time of p[0]
      EXPECT_LE(path["MPI_Ssend@late_receiver.c:36"],
                row.at("total_s").get<double>() - row.at("idle_s").get<double>() + 1e-9);
    }
  }
}

/// The functions of p[1] that waited for p[0], and the functions of p[0] that ended these waits.
std::map<std::string, std::string> awaited_from_first(const Recorded& run) {
  std::map<std::string, std::string> awaited;
  for (const Json& row : run.result.at("why").at("waits")) {
    const std::string site = row.at("ftag");
    if (row.at("sender") == "p[0]") {
      awaited[site.substr(0, site.find('@'))] = row.at("mtag");
    }
  }
  return awaited;
}

TEST(MpiProgram, ProbesPollsAndFencesWait) {
  const std::map<std::string, std::string> expected{{"MPI_Probe", "MPI_Send"},
                                                    {"MPI_Mprobe", "MPI_Send"},
                                                    {"MPI_Test", "tag3"},
                                                    {"MPI_Iprobe", "MPI_Send"},
                                                    {"MPI_Win_fence", "MPI_Win_fence@win1"}};
  const auto is_as_expected = [&](const Recorded& run) {
    const auto awaited = awaited_from_first(run);
    return std::all_of(expected.begin(), expected.end(), [&](const auto& pair) {
      const auto found = awaited.find(pair.first);
      return found != awaited.end() && found->second == pair.second;
    });
  };
  // A loop of polls that the kernel interrupts for longer than two of them is not one wait.
  Recorded run = record(mpirun(2, program("waits")), "--why");
  for (int more = 4; more > 0 && run.finished.status == 0 && !is_as_expected(run); --more) {
    run = record(mpirun(2, program("waits")), "--why");
  }
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  EXPECT_TRUE(is_as_expected(run)) << run.result.at("why").at("waits");
  std::map<std::string, Json> sites;  // by function
  for (const Json& row : run.run().at("mpi").at("sites")) {
    sites[row.at("function")] = row;
    EXPECT_LE(row.at("idle_s"), row.at("total_s")) << row;
  }
  for (const char* function :
       {"MPI_Probe", "MPI_Mprobe", "MPI_Test", "MPI_Iprobe", "MPI_Testall", "MPI_Win_fence"}) {
    EXPECT_GT(sites.at(function).at("idle_s"), 0) << function;
  }
}

TEST(MpiProgram, TheWaitForACollectiveOperationIsThatOfTheCallThatCompletesIt) {
  const Recorded run = record(mpirun(2, program("collectives")), "--why");
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  std::map<std::string, double> idle;  // by function
  for (const Json& row : run.run().at("mpi").at("sites")) {
    idle[row.at("function")] += row.at("idle_s").get<double>();
  }
  EXPECT_EQ(idle.at("MPI_Iallreduce"), 0);
  for (const auto& [function, time] : idle) {
    EXPECT_LE(time, idle.at("MPI_Wait")) << function;
  }
  EXPECT_NE(run.finished.out.find("in MPI_Wait@collectives.c:"), std::string::npos)
      << run.finished.out;
  EXPECT_NE(run.finished.out.find("MPI_Iallreduce from p[1]"), std::string::npos)
      << run.finished.out;
}

TEST(MpiProgram, OtfHasTheCollectiveOperationsAndTheirCommunicators) {
  if (support::run_shell("command -v otf2-print").status != 0) {
    GTEST_SKIP() << "there is no otf2-print (Debian: otf2-tools)";
  }
  const ScratchFolder folder;
  const std::string path = folder.path() / "t.otf2";
  const Finished run = run_dps("run --quiet --trace '" + path + "' -- " +
                               mpirun(4, program("collectives")) + " 2>&1");
  ASSERT_EQ(run.status, 0) << run.out;
  const auto lines = [&](const std::string& pattern) {
    return std::stoi(
        support::run_shell("otf2-print '" + path + "' | grep -cE '" + pattern + "'").out);
  };
  const std::string world = "Communicator: \"MPI_COMM_WORLD\" <[0-9]+>, ";
  EXPECT_EQ(lines("^MPI_COLLECTIVE_END .*BARRIER, " + world + "Root: NONE"), 4);
  EXPECT_EQ(lines("BCAST, " + world + "Root: 1 \\(.*Sent: 4, Received: 0"), 1);
  EXPECT_EQ(lines("BCAST, " + world + "Root: 1 \\(.*Sent: 0, Received: 4"), 3);
  EXPECT_EQ(lines("^NON_BLOCKING_COLLECTIVE_REQUEST"), 4);
  EXPECT_EQ(lines("^NON_BLOCKING_COLLECTIVE_COMPLETE .*ALLREDUCE, .*Sent: 4, Received: 4"), 4);
  EXPECT_EQ(lines("BARRIER, Communicator: \"self\""), 4);
  // The roots of the halves are the ranks 3 and 2, which are the ranks 0 there.
  EXPECT_EQ(lines("REDUCE, Communicator: \"comm[0-9]\" <[0-9]+>, Root: 0 .*Received: 4"), 2);
  // Between the groups of both: the root, and the two ranks of the other group.
  EXPECT_EQ(lines("BCAST, Communicator: \"comm[0-9]\" <[0-9]+>, Root: SELF"), 1);
  EXPECT_EQ(lines("BCAST, Communicator: \"comm[0-9]\" <[0-9]+>, Root: 0"), 2);
  EXPECT_EQ(lines("MPI_SEND .*Receiver: 1 .*Communicator: \"comm[0-9]\".*Tag: 6, Length: 4"), 2);
  EXPECT_EQ(support::run_shell("otf2-print -G '" + path + "' | grep -c '^INTER_COMM'").out, "1\n");
  EXPECT_EQ(lines("^MPI_COLLECTIVE_BEGIN"), lines("^MPI_COLLECTIVE_END"));
}

TEST(MpiProgram, ThreadsAfterOneAnotherShareALog) {
  const Recorded run = record(mpirun(1, program("short_threads")));
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  EXPECT_EQ(run.finished.out, "0 more files\n");
  EXPECT_EQ(run.counts().at("MPI_Sendrecv"), 200);
  expect_balance(run.run());
}

TEST(MpiProgram, AllThreadsAreRecorded) {
  const ScratchFolder folder;
  const std::string base = folder.path() / "t";
  const Recorded run =
      record(mpirun(2, program("threads")),
             "--trace '" + base + ".json' --trace '" + base + ".csv' --trace '" + base + ".trace'");
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  if (run.finished.out.find("no MPI_THREAD_MULTIPLE") != std::string::npos) {
    GTEST_SKIP() << "Open MPI has no MPI_THREAD_MULTIPLE";
  }
  EXPECT_EQ(run.counts().at("MPI_Sendrecv"), 80);
  expect_balance(run.run());
  for (const Json& process : run.run().at("processes")) {
    const double parts = process.at("compute_s").get<double>() +
                         process.at("send_s").get<double>() + process.at("wait_s").get<double>();
    EXPECT_NEAR(process.at("real_s"), parts, 1e-9);
  }
  EXPECT_NE(run.finished.out.find("lines of states have one thread of each process"),
            std::string::npos)
      << run.finished.out;
  EXPECT_NE(folder.read("t.json").find("\"p[1]:1\""), std::string::npos);
  const std::string csv = folder.read("t.csv");
  int sends = 0;
  for (std::size_t at = csv.find("SEND_BEGIN"); at != std::string::npos;
       at = csv.find("SEND_BEGIN", at + 1)) {
    ++sends;
  }
  EXPECT_EQ(sends, 80);
  EXPECT_NE(csv.find("p[0]:1,SEND_BEGIN,MPI_Sendrecv@threads.c:11,11,p[1]:1,tag2,20,"),
            std::string::npos)
      << csv;
  EXPECT_EQ(folder.read("t.trace").find("p[0]:1"), std::string::npos);
}

}  // namespace
}  // namespace dps
