// predict --trace and dps trace, as a user calls them.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_test.h"

namespace dps {
namespace {

/// The amount of work varies between runs.
constexpr const char* kPlan = R"(
V n 20
I Job.i    1 Job.m
I Result.i {n} Result.m
C Work.c   compute {normal(2, 0.5)}ms
O Job.o    Worker.p -t Job.m -b 1000 -n {n}
O Result.o ACK -t Result.m -b 100
F send.f   NULL Work.c Job.o SAME
F got.f    Result.i NULL NULL NULL
F work.f   Job.i Work.c Result.o SAME*{n-1},NULL
U master.u send.f got.f
U worker.u work.f
P Worker.p 1 worker.u
P Master.p 1 master.u
)";

class TraceCommands : public support::CommandTest {
 protected:
  TraceCommands() { folder_.write("plan.txt", kPlan); }

  [[nodiscard]] support::Finished predict(const std::string& options) const {
    return dps("predict plan.txt --machine laptop " + options);
  }
};

TEST_F(TraceCommands, ATraceDoesNotChangeThePrediction) {
  const auto plain = predict("-o plain.json");
  const auto traced = predict(
      "-o traced.json --trace a.dpstrace --trace b.json.gz "
      "--trace-limit=9 --trace-keep last 2>err.txt");
  EXPECT_EQ(traced.status, 0);
  const std::string note = folder_.read("err.txt");
  EXPECT_NE(note.find("dps: note: the trace leaves out "), std::string::npos) << note;
  EXPECT_NE(note.find(" (the last 9 of each process)\n"), std::string::npos) << note;
  EXPECT_EQ(traced.out, plain.out);
  EXPECT_EQ(folder_.read("traced.json"), folder_.read("plain.json"));
}

TEST_F(TraceCommands, AConvertedTraceIsTheOneThatPredictWrites) {
  ASSERT_EQ(predict("--trace a.dpstrace --trace a.json --trace a.trace --trace a.csv --trace "
                    "a.folded --trace a.json.gz")
                .status,
            0);
  for (const std::string name : {".json", ".json.gz", ".trace", ".csv", ".folded", ".dpstrace"}) {
    EXPECT_EQ(dps("trace a.dpstrace -o b" + name).status, 0);
    EXPECT_EQ(folder_.read("b" + name), folder_.read("a" + name)) << name;
  }
  EXPECT_EQ(dps("trace - <a.dpstrace -o c.csv").status, 0);
  EXPECT_EQ(folder_.read("c.csv"), folder_.read("a.csv"));
}

TEST_F(TraceCommands, ParaverHasThreeFilesThatOverwriteNoInput) {
  ASSERT_EQ(predict("--trace a.prv --trace a.dpstrace").status, 0);
  EXPECT_TRUE(folder_.read("a.prv").starts_with("#Paraver ("));
  EXPECT_NE(folder_.read("a.pcf").find(" work.f\n"), std::string::npos);
  EXPECT_NE(folder_.read("a.row").find("\nWorker.p[0]\n"), std::string::npos);
  folder_.write("b.row", kPlan);
  const auto refused = dps("predict b.row --machine laptop --trace b.prv 2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.out.find("would overwrite the blueprint 'b.row'"), std::string::npos)
      << refused.out;
  EXPECT_EQ(folder_.read("b.row"), kPlan);
  std::filesystem::create_directories(folder_.path() / "c.pcf");
  EXPECT_EQ(dps("trace a.dpstrace -o c.prv 2>/dev/null").status, 2);
  EXPECT_FALSE(exists("c.prv") || exists("c.row"));
}

class Otf2Commands : public TraceCommands {
 protected:
  void SetUp() override {
    const std::string out = predict("--trace a.otf2 2>&1").out;
    if (out.find("it was built without OTF2") != std::string::npos ||
        support::run_shell("command -v otf2-print").status != 0) {
      GTEST_SKIP() << "there is no OTF2 or no otf2-print (Debian: libotf2-trace-dev, otf2-tools)";
    }
  }
  [[nodiscard]] std::string printed(const std::string& filter) const {
    return support::run_shell("cd '" + folder_.path().string() + "' && otf2-print a.otf2 | " +
                              filter)
        .out;
  }
};

TEST_F(Otf2Commands, Otf2PrintFindsTheMessagesOfThePrediction) {
  for (int i = 0; i < 2; ++i) {  // each replaces the one before it
    ASSERT_EQ(predict("--trace a.otf2").status, 0);
    EXPECT_EQ(printed("grep -c '^MPI_SEND .* Tag: 0, Length: 1000$'"), "20\n");
    EXPECT_EQ(printed("grep -c '^MPI_RECV .* Tag: 0, Length: 1000$'"), "20\n");
    EXPECT_EQ(printed("grep -c '^MPI_RECV .* Tag: 1, Length: 100$'"), "20\n");
    EXPECT_EQ(printed("grep -c '^ENTER .*Region: \"work.f\"'"), "20\n");
    EXPECT_EQ(printed("grep -c '^LEAVE .*Region: \"Worker.p\"'"), "1\n");
  }
}

/// Each worker performs two sums, and one operation of each other kind.
constexpr const char* kOperations = R"(
I Sum.i   1 Sum.m
I All.i   1 Bar.m 1 Cast.m 1 Gather.m 1 Scatter.m 1 Each.m 1 Every.m 1 Part.m 1 Most.m 1 Scan.m
C Work.c  compute 1ms
O Sum.o      Worker.p -t Sum.m     -collective allreduce -b 80
O Bar.o      Worker.p -t Bar.m     -collective barrier
O Cast.o     Worker.p -t Cast.m    -collective bcast -b 8 -root Worker.p[2]
O Gather.o   Worker.p -t Gather.m  -collective gather -b 8 -root Worker.p[1]
O Scatter.o  Worker.p -t Scatter.m -collective scatter -b 8 -root Worker.p[1]
O Each.o     Worker.p -t Each.m    -collective allgather -b 8
O Every.o    Worker.p -t Every.m   -collective alltoall -b 8
O Part.o     Worker.p -t Part.m    -collective reduce_scatter -b 8
O Most.o     Worker.p -t Most.m    -collective reduce -b 8 -root Worker.p[3]
O Scan.o     Worker.p -t Scan.m    -collective scan -b 8
F sum.f  NULL  Work.c Sum.o more.u
F more.f Sum.i NULL   Sum.o next.u
F all.f  Sum.i NULL   Bar.o,Cast.o,Gather.o,Scatter.o,Each.o,Every.o,Part.o,Most.o,Scan.o end.u
F end.f  All.i NULL   NULL NULL
U sum.u  sum.f
U more.u more.f
U next.u all.f
U end.u  end.f
P Worker.p 4 sum.u more.u next.u end.u
)";

TEST_F(Otf2Commands, TheOperationsOfABlueprintAreCollectivesThatDoNotBlock) {
  folder_.write("plan.txt", kOperations);
  const auto predicted = predict("--trace a.otf2 2>&1");
  ASSERT_EQ(predicted.status, 0) << predicted.out;
  const auto count = [&](const std::string& pattern) {
    return std::stoi(printed("grep -cE '^NON_BLOCKING_COLLECTIVE_" + pattern + "'"));
  };
  EXPECT_EQ(count("REQUEST"), 44);
  EXPECT_EQ(count("COMPLETE"), 44);
  const auto completed = [&](const std::string& operation, const std::string& line,
                             const std::string& root, const std::string& bytes) {
    return count("COMPLETE .*Operation: " + operation + ", Communicator: \"" + line +
                 "\" <[0-9]+>, Root: " + root + ".*, " + bytes + ",");
  };
  EXPECT_EQ(completed("ALLREDUCE", "Sum.o", "NONE", "Sent: 80, Received: 80"), 8);
  EXPECT_EQ(completed("BARRIER", "Bar.o", "NONE", "Sent: 0, Received: 0"), 4);
  EXPECT_EQ(completed("BCAST", "Cast.o", "2", "Sent: 8, Received: 0"), 1);
  EXPECT_EQ(completed("BCAST", "Cast.o", "2", "Sent: 0, Received: 8"), 3);
  EXPECT_EQ(completed("GATHER", "Gather.o", "1", "Sent: 8, Received: 32"), 1);
  EXPECT_EQ(completed("GATHER", "Gather.o", "1", "Sent: 8, Received: 0"), 3);
  EXPECT_EQ(completed("SCATTER", "Scatter.o", "1", "Sent: 32, Received: 8"), 1);
  EXPECT_EQ(completed("SCATTER", "Scatter.o", "1", "Sent: 0, Received: 8"), 3);
  EXPECT_EQ(completed("ALLGATHER", "Each.o", "NONE", "Sent: 8, Received: 32"), 4);
  EXPECT_EQ(completed("ALLTOALL", "Every.o", "NONE", "Sent: 32, Received: 32"), 4);
  EXPECT_EQ(completed("REDUCE_SCATTER_BLOCK", "Part.o", "NONE", "Sent: 32, Received: 8"), 4);
  EXPECT_EQ(completed("REDUCE", "Most.o", "3", "Sent: 8, Received: 8"), 1);
  EXPECT_EQ(completed("REDUCE", "Most.o", "3", "Sent: 8, Received: 0"), 3);
  EXPECT_EQ(completed("SCAN", "Scan.o", "NONE", "Sent: 8, Received: 8"), 4);
  // Each request of a location has one completion, later than itself; both in a known region.
  EXPECT_EQ(printed("awk '/^NON_BLOCKING_COLLECTIVE_REQUEST/ {open[$2 \" \" $NF]++} "
                    "/^NON_BLOCKING_COLLECTIVE_COMPLETE/ {if (--open[$2 \" \" $NF] != 0) bad++} "
                    "END {print length(open), bad + 0}'"),
            "44 0\n");
  EXPECT_EQ(
      printed("awk '/^ENTER .*\"sum.f\"/ {is_in[$2] = 1} /^LEAVE .*\"sum.f\"/ {is_in[$2] = 0} "
              "/^NON_BLOCKING_COLLECTIVE_REQUEST/ && is_in[$2] {n++} END {print n}'"),
      "4\n");
}

TEST_F(Otf2Commands, TheMembersOfAnOperationAreAGroup) {
  folder_.write("plan.txt", R"(
I Row.i  1 Row.m
O Row.o  Worker.p[{self-self%2}],Worker.p[{self-self%2+1}] -t Row.m -collective bcast -b 8 -root Worker.p[{self-self%2+1}]
F row.f  NULL  NULL Row.o end.u
F end.f  Row.i NULL NULL  NULL
U row.u  row.f
U end.u  end.f
P Worker.p 4 row.u end.u
)");
  const auto predicted = predict("--trace a.otf2 2>&1");
  ASSERT_EQ(predicted.status, 0) << predicted.out;
  // Two communicators, in which the second member is the root.
  EXPECT_EQ(
      printed("grep '^NON_BLOCKING_COLLECTIVE_COMPLETE' | grep -o 'Communicator: .*, Root: [^ ,]*' "
              "| sort | uniq -c | awk '{print $1, $NF}'"),
      "2 1\n2 1\n");
}

TEST_F(Otf2Commands, AnArchiveReplacesOnlyOneThatDpsHasWritten) {
  const auto refused = [&](const std::string& text) {
    const auto finished = predict("--trace a.otf2 2>&1");
    EXPECT_EQ(finished.status, 2) << finished.out;
    EXPECT_NE(finished.out.find(text), std::string::npos) << finished.out;
  };
  for (const char* part : {"a", "a.def", "a.otf2"}) {
    std::filesystem::remove_all(folder_.path() / part);
  }
  folder_.write("a.def", "mine");
  refused("a.def' exists, and is not part of an OTF2 trace that dps has written");
  std::filesystem::remove(folder_.path() / "a.def");
  std::filesystem::create_directory(folder_.path() / "a");
  refused("a' is not one that dps has written; name another file");
  std::filesystem::remove(folder_.path() / "a");
  ASSERT_EQ(predict("--trace a.otf2").status, 0);
  folder_.write("a/notes.txt", "mine");
  refused(
      "a' has a file that dps has not written, 'notes.txt'; move it elsewhere, or name another "
      "file");
  EXPECT_EQ(folder_.read("a/notes.txt"), "mine");
  EXPECT_EQ(printed("grep -c '^MPI_SEND'"), "40\n");
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    EXPECT_FALSE(entry.path().filename().string().starts_with(".")) << entry.path();
  }
}

TEST_F(TraceCommands, TheTraceIsThatOfTheRunThatIsPrinted) {
  ASSERT_EQ(predict("--runs 5 --seed 7 --warmup 2 --trace a.json -o a_result.json").status, 0);
  const auto result = nlohmann::json::parse(folder_.read("a_result.json"));
  std::vector<double> makespans;
  for (const auto& run : result.at("runs")) {
    makespans.push_back(run.at("makespan_s"));
  }
  std::sort(makespans.begin(), makespans.end());
  ASSERT_LT(makespans[1], makespans[2]);
  ASSERT_LT(makespans[2], makespans[3]);
  double end_us = 0;
  const auto trace = nlohmann::json::parse(folder_.read("a.json"));
  for (const auto& event : trace.at("traceEvents")) {
    if (event.at("ph") == "X") {
      end_us = std::max(end_us, event.at("ts").get<double>() + event.at("dur").get<double>());
    }
  }
  EXPECT_NEAR(end_us / 1e6, makespans[2], 1e-9);
}

TEST_F(TraceCommands, TheSummaryHasCountsAndTheLongestFunctionalities) {
  ASSERT_EQ(predict("--trace a.dpstrace").status, 0);
  const auto summary = dps("trace a.dpstrace");
  EXPECT_EQ(summary.status, 0);
  for (const char* text :
       {"a.dpstrace: the events of a prediction of plan.txt on laptop, seed 1, run 1\n",
        ": 2 processes on 1 host\n",
        "2 activations of units, 22 firings of functionalities, 21 computations\n",
        "40 messages sent (22 kB), 40 taken", "\nWorker.p worker.u work.f ",
        "'dps trace a.dpstrace -o a.json'"}) {
    EXPECT_NE(summary.out.find(text), std::string::npos) << text << "\n" << summary.out;
  }
  EXPECT_EQ(summary.out.find("\nleft out"), std::string::npos);
}

TEST_F(TraceCommands, EventsThatWereLeftOutAreReported) {
  ASSERT_EQ(predict("--trace a.dpstrace --trace-limit 10").status, 0);
  EXPECT_NE(dps("trace a.dpstrace")
                .out.find(" after the recorded ones, of 2 processes (the first "
                          "10 of each process)\n"),
            std::string::npos)
      << dps("trace a.dpstrace").out;
}

TEST_F(TraceCommands, EventsOutsideTheWindowAreNotReported) {
  const auto windowed =
      predict("--trace a.dpstrace --trace-from 10ms --trace-to 20ms 2>&1 >/dev/null");
  EXPECT_EQ(windowed.status, 0);
  EXPECT_EQ(windowed.out.find("leaves out"), std::string::npos) << windowed.out;
  const std::string summary = dps("trace a.dpstrace").out;
  EXPECT_NE(summary.find("each process, in the window)\n"), std::string::npos) << summary;
  EXPECT_NE(summary.find(" events from 1"), std::string::npos) << summary;
}

/// Three hosts in a row; the machine's messages are packets.
constexpr const char* kRow = R"(
[[host]]
name = "h[0-2]"
[network]
kind = "graph"
bandwidth = "1Gbit/s"
latency = "1us"
switching = "store-and-forward"
[network.shape]
name = "mesh"
size = [3]
)";

TEST_F(TraceCommands, LinksOfPacketsHaveTracks) {
  folder_.write("row.toml", kRow);
  const std::string command = "predict plan.txt --machine row.toml ";
  const auto all = dps(command + "--trace a.csv --trace a.trace --trace a/ --trace a.json 2>&1");
  EXPECT_EQ(all.status, 0);
  const std::size_t busiest = all.out.find("busiest links: r(1)->r(0) ");
  ASSERT_NE(busiest, std::string::npos) << all.out;
  EXPECT_EQ(all.out.find("links"), all.out.find("links", busiest)) << all.out;
  EXPECT_EQ(all.out.rfind("links"), all.out.find("links", busiest)) << all.out;
  const std::string csv = folder_.read("a.csv");
  EXPECT_NE(csv.find(",,link,LINK_BUSY,r(1)->r(0),,Master.p[0]->Worker.p[0],Job.m,"),
            std::string::npos)
      << csv;
  EXPECT_NE(folder_.read("a.json").find("\"args\":{\"name\":\"links\"}"), std::string::npos);
  const std::string lines = folder_.read("a/links.trace");
  EXPECT_NE(lines.find("\nu:r(1)->r(0) at 0.000000: P IDLE\n"), std::string::npos) << lines;
  EXPECT_NE(folder_.read("a.trace").find(lines.substr(lines.find("u:r(0)"))), std::string::npos);
  EXPECT_EQ(dps(command + "--trace a/ >out.txt").status, 0);  // which it replaces
  EXPECT_EQ(dps("compare a.trace a/ 2>&1").status, 0);
}

TEST_F(TraceCommands, LinksThatAFileLacksAreReported) {
  folder_.write("row.toml", kRow);
  const std::string command = "predict plan.txt --machine row.toml ";
  const auto noted = dps(command + "--trace a.dpstrace --trace a.prv --trace a.csv 2>&1 >out.txt");
  EXPECT_NE(noted.out.find("dps: note: the tracks of links are left out of .dpstrace, .prv\n"),
            std::string::npos)
      << noted.out;
  const auto limited = dps(command + "--trace a.csv --trace-limit 9 2>&1 >out.txt");
  EXPECT_NE(
      limited.out.find(
          "dps: note: the tracks of links leave out 22 messages (the first 9 of each link)\n"),
      std::string::npos)
      << limited.out;
  const auto flows =
      dps(command + "--set-machine network.switching=flow --trace a.prv 2>&1 >out.txt");
  EXPECT_EQ(flows.status, 0) << flows.out;
  EXPECT_EQ(flows.out.find("tracks"), std::string::npos) << flows.out;
}

TEST_F(TraceCommands, ADeadlockIsTraced) {
  EXPECT_EQ(predict("--set n=20 --trace a.dpstrace --quiet 2>&1").status, 0);
  folder_.write("plan.txt", "I A.i 1 A.m\nF f.f A.i NULL NULL NULL\nU u.u f.f\nP P.p 1 u.u\n");
  EXPECT_EQ(predict("--trace b.dpstrace --quiet 2>/dev/null").status, 4);
  EXPECT_NE(dps("trace b.dpstrace").out.find("not complete: deadlock"), std::string::npos)
      << dps("trace b.dpstrace").out;
}

TEST_F(TraceCommands, TheAdviceNamesAFileThatDoesNotExist) {
  ASSERT_EQ(predict("-o plan.json --trace plan.dpstrace --trace free.dpstrace").status, 0);
  const auto advises = [&](const std::string& trace, const std::string& command) {
    const auto summary = dps("trace " + trace);
    EXPECT_NE(summary.out.find("For https://ui.perfetto.dev: '" + command + "'\n"),
              std::string::npos)
        << summary.out;
    EXPECT_EQ(dps(command.substr(command.find(' ') + 1)).status, 0);
  };
  advises("free.dpstrace", "dps trace free.dpstrace -o free.json");
  advises("plan.dpstrace", "dps trace plan.dpstrace -o plan.perfetto.json");
  advises("plan.dpstrace", "dps trace plan.dpstrace -o plan.perfetto2.json");
}

TEST_F(TraceCommands, MistakesAreRefusedBeforeTheWork) {
  ASSERT_EQ(predict("--trace a.dpstrace").status, 0);
  const std::string kept = folder_.read("a.dpstrace");
  struct Mistake {
    const char* arguments;
    const char* text;
  };
  for (const Mistake& mistake : std::initializer_list<Mistake>{
           {"trace a.dpstrace -o a.dpstrace", "would overwrite the trace"},
           {"trace a.dpstrace -o a.txt",
            "ends in .dpstrace, .json, .json.gz, .pftrace, .otf2, .prv, .trace, /, .csv or "
            ".folded"},
           {"trace a.dpstrace -o -", "got '-'"},
           {"trace plan.txt", "'plan.txt' is a blueprint, not a trace"},
           {"trace missing.dpstrace", "No such file"},
           {"trace a.dpstrac", "did you mean 'a.dpstrace'?"},
           {"profile a.dpstrace", "is a trace, not a result; 'dps trace a.dpstrace' summarises it"},
           {"run plan.txt --trace plan.txt", "ends in .dpstrace"},
           {"run plan.txt --trace-keep last", "goes with --trace FILE"},
           {"predict plan.txt --machine laptop --trace-limit 5", "goes with --trace FILE"},
           {"predict plan.txt --machine laptop --trace x.json --trace-limit 0", "--trace-limit"},
           {"predict plan.txt --machine laptop --trace x.json --digits 3",
            "--digits goes with --trace FILE.trace or --trace DIR/"},
           {"trace a.dpstrace -o x.csv --trace-level 1",
            "--trace-level goes with -o FILE.trace or -o DIR/"},
           {"trace a.dpstrace -o x.trace --trace-level 6", "--trace-level"},
           {"predict plan.txt --machine laptop --trace x.json --trace-to soon", "such as 1.5s"},
           {"predict plan.txt --machine laptop --trace x.json --trace-from 2s --trace-to 1s",
            "--trace-to must be later"},
           {"predict plan.txt --machine laptop --trace x.json -o x.json", "would overwrite"},
           {"predict plan.txt --machine laptop --trace no/x.json", "No such file or directory"}}) {
    const auto refused = dps(std::string(mistake.arguments) + " 2>&1");
    EXPECT_EQ(refused.status, 2) << mistake.arguments;
    EXPECT_NE(refused.out.find(mistake.text), std::string::npos)
        << mistake.arguments << ": " << refused.out;
  }
  EXPECT_EQ(folder_.read("a.dpstrace"), kept);
  EXPECT_FALSE(exists("x.json"));
}

TEST_F(TraceCommands, ADamagedTraceLeavesTheOldOutput) {
  ASSERT_EQ(predict("--trace a.dpstrace --trace a.json").status, 0);
  std::string bytes = folder_.read("a.dpstrace");
  bytes[bytes.size() - 8] = 99;  // the kind of the last event
  folder_.write("a.dpstrace", bytes);
  const std::string kept = folder_.read("a.json");
  const auto refused = dps("trace a.dpstrace -o a.json 2>&1");
  EXPECT_NE(refused.out.find("is damaged at byte " + std::to_string(bytes.size() - 32) +
                             ", in the events of 'Master.p[0]'"),
            std::string::npos)
      << refused.out;
  EXPECT_EQ(refused.status, 6);
  EXPECT_EQ(folder_.read("a.json"), kept);
}

}  // namespace
}  // namespace dps
