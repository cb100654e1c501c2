// dps estimate, as a user calls it.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/processes/program_search.h"
#include "tests/support/command_test.h"

namespace dps {
namespace {

using support::Finished;
using Json = nlohmann::json;

constexpr const char* kPair =
    "dps-streams 1\nprocessors 2\nprocessor 0\n  send 1 100\nprocessor 1\n  breceive 0 100\n";

constexpr const char* kRing = R"(#include <dps_estimate.h>
void spmd(int PID, int NPROCS) {
  int round;
  for (round = 0; round < 100; ++round) {
    SEND((PID + 1) % NPROCS, 8);
    WORK(1000);
    BRECEIVE((PID + NPROCS - 1) % NPROCS, 8);
  }
}
)";

class EstimateTest : public support::CommandTest {
 protected:
  EstimateTest() {
    std::filesystem::create_directory(folder_.path() / "tmp");
    ::setenv("TMPDIR", (folder_.path() / "tmp").c_str(), 1);
    folder_.write("pair.streams", kPair);
    folder_.write("ring.c", kRing);
  }
  ~EstimateTest() override {
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path() / "tmp"));
    ::unsetenv("TMPDIR");
  }

  [[nodiscard]] Json json(const std::string& arguments) const {
    const Finished done = dps("estimate " + arguments + " --machine sp2 --format json");
    EXPECT_EQ(done.status, 0) << done.out;
    return Json::parse(done.out);
  }
};

TEST_F(EstimateTest, AStreamsFileHasItsOwnNumberOfProcessors) {
  const Json result = json("pair.streams");
  EXPECT_EQ(result["source"], "pair.streams");
  EXPECT_EQ(result["machine"], "sp2");
  EXPECT_EQ(result["best"], 2);
  ASSERT_EQ(result["results"].size(), 1U);
  EXPECT_EQ(result["results"][0]["time_s"], 0.0000479);
  EXPECT_EQ(result["results"][0]["messages"], 1);
}

TEST_F(EstimateTest, ASourceIsEstimatedForEachNumber) {
  const Json result = json("ring.c -n 1,2,8");
  ASSERT_EQ(result["results"].size(), 3U);
  EXPECT_EQ(result["results"][2]["processors"], 8);
  EXPECT_EQ(result["results"][2]["messages"], 800);
  EXPECT_EQ(result["results"][0]["speedup"], 1);
}

TEST_F(EstimateTest, AFortranSourceGivesTheSame) {
  if (find_in_path("gfortran").empty()) {
    GTEST_SKIP() << "gfortran is not installed";
  }
  folder_.write("ring.f",
                "      SUBROUTINE SPMD(PID, NPROCS)\n      INTEGER PID, NPROCS, ROUND\n"
                "      DO 10 ROUND = 1, 100\n"
                "        CALL SEND(MOD(PID + 1, NPROCS), 8)\n        CALL WORK(1000)\n"
                "        CALL BRECEIVE(MOD(PID + NPROCS - 1, NPROCS), 8)\n"
                " 10   CONTINUE\n      END\n");
  EXPECT_EQ(json("ring.f -n 4")["results"], json("ring.c -n 4")["results"]);
}

TEST_F(EstimateTest, TheExamplesHaveTheFiguresOfTheDocument) {
  const std::string examples = std::string(DPS_SOURCE_DIR) + "/examples/";
  const Json adi = json(examples + "adi/adi.c -n 1..5");
  EXPECT_EQ(adi["best"], 4);
  EXPECT_NEAR(adi["results"][3]["time_s"].get<double>(), 0.01878, 0.000005);
  const Json psrs = json(examples + "psrs/psrs.c -n 16");
  EXPECT_NEAR(psrs["results"][0]["time_s"].get<double>(), 0.067167, 0.0000005);
  if (!find_in_path("gfortran").empty()) {
    EXPECT_EQ(json(examples + "adi/adi.f -n 1..5")["results"], adi["results"]);
    EXPECT_EQ(json(examples + "psrs/psrs.f -n 16")["results"], psrs["results"]);
  }
}

TEST_F(EstimateTest, StreamsThatAreWrittenGiveTheSameEstimate) {
  const Json recorded = json("ring.c -n 4 --streams four.streams");
  EXPECT_EQ(json("four.streams")["results"], recorded["results"]);
}

TEST_F(EstimateTest, TheBlueprintIsPredictedToThePicosecond) {
  const Json recorded = json("ring.c -n 4 --to-blueprint four.txt");
  const Finished predicted = dps("predict four.txt --machine sp2 --format json");
  ASSERT_EQ(predicted.status, 0) << predicted.out;
  const Json result = Json::parse(predicted.out);
  EXPECT_EQ(result["runs"][0]["makespan_s"], recorded["results"][0]["time_s"]);
  EXPECT_EQ(dps("fmt --check four.txt").status, 0);
}

TEST_F(EstimateTest, ADeadlockIsExplainedAndTheOthersArePrinted) {
  folder_.write("dead.c",
                "#include <dps_estimate.h>\nvoid spmd(int PID, int NPROCS) {\n  WORK(1);\n"
                "  if (NPROCS == 2) BRECEIVE(1 - PID, 8);\n}\n");
  const Finished done = dps("estimate dead.c --machine sp2 -n 1..3");
  EXPECT_EQ(done.status, 4);
  EXPECT_NE(done.out.find("deadlock at 24.02 us on 2 processors\n"
                          "  processor 0: instruction 2, breceive 1 8, waits for processor 1 to "
                          "send\n"),
            std::string::npos)
      << done.out;
}

TEST_F(EstimateTest, ANumberThatFailsIsNamedAndTheOthersArePrinted) {
  folder_.write("odd.c",
                "#include <dps_estimate.h>\n#include <stdlib.h>\n"
                "void spmd(int PID, int NPROCS) {\n  WORK(100);\n"
                "  if (NPROCS % 2 == 1 && PID == 0) abort();\n  WORK(100);\n}\n");
  const Finished table = dps("estimate odd.c -n 1..4 --machine sp2 --format json 2>err.txt");
  EXPECT_EQ(table.status, 1);
  const Json result = Json::parse(table.out);
  ASSERT_EQ(result["results"].size(), 2U) << table.out;
  EXPECT_EQ(result["results"][0]["processors"], 2);
  EXPECT_EQ(result["results"][1]["processors"], 4);
  EXPECT_EQ(folder_.read("err.txt"),
            "dps: error: processor 0 of 1: after instruction 1: the process was killed by signal 6 "
            "(Aborted)\ndps: error: processor 0 of 3: after instruction 1: the process was killed "
            "by signal 6 (Aborted)\n");
  const Finished none = dps("estimate odd.c -n 1,3 --machine sp2 2>/dev/null");
  EXPECT_EQ(none.status, 1);
  EXPECT_EQ(none.out, "");
}

TEST_F(EstimateTest, MistakesOfStreamsHaveCarets) {
  folder_.write("bad.streams",
                "dps-streams 1\nprocessors 2\nprocessor 0\n  sned 1 8\n  send 2 8\n");
  const Finished done = dps("estimate bad.streams --machine sp2 2>&1");
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.out,
            "bad.streams:4:3: error: unknown statement 'sned'; did you mean 'send'?\n"
            "  sned 1 8\n"
            "  ^~~~\n"
            "bad.streams:5:8: error: there is no processor '2': the last one is 1\n"
            "  send 2 8\n"
            "       ^\n");
}

TEST_F(EstimateTest, AReceiveOfFewerWordsIsShownInTheFile) {
  folder_.write("short.streams",
                "dps-streams 1\nprocessors 2\nprocessor 0\nrepeat 3\nsend 1 9\nend\n"
                "processor 1\nrepeat 3\nbreceive 0 8\nend\n");
  const Finished done = dps("estimate short.streams --machine sp2 2>&1");
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.out,
            "short.streams:9:1: error: 'breceive 0 8' has fewer words than the 9 that processor 0 "
            "sends\nbreceive 0 8\n^~~~~~~~~~~~\n");
}

TEST_F(EstimateTest, WrongInputIsRefused) {
  const auto refused = [&](const std::string& arguments, const std::string& message) {
    const Finished done = dps("estimate " + arguments + " 2>&1");
    EXPECT_EQ(done.status, 2) << arguments;
    EXPECT_NE(done.out.find(message), std::string::npos) << done.out;
  };
  refused("ring.c --machine laptop", "--to-blueprint FILE writes a blueprint, and 'dps predict");
  refused("ring.c --machine sp2 -n 0", "-n: a number of processors is a whole number from 1 to");
  refused("ring.c --machine sp2 -n 1.5", "-n: a number of processors is a whole number from 1 to");
  refused("ring.c --machine sp2 --streams a.streams", "--streams goes with one number");
  refused("ring.c --machine sp2 --flags \"'\"", "--flags: a quote is not closed");
  refused("ring.c --machine sp2 --entry 1x", "--entry: expected the name of a routine, got '1x'");
  refused("ring.c --machine sp2 --define 1=2", "--define: expected NAME=VALUE, got '1=2'");
  refused("pair.streams --machine sp2 -n 4", "-n goes with sources");
  refused("nothing.streams --machine sp2", "nothing.streams");
  refused("ring.c", "--machine");
}

TEST_F(EstimateTest, OtherCommandsNameItForItsSources) {
  for (const std::string command : {"graph", "check"}) {
    const Finished source = dps(command + " ring.c 2>&1");
    EXPECT_EQ(source.status, 2);
    EXPECT_NE(source.out.find("'dps estimate ring.c --machine FILE'"), std::string::npos)
        << source.out;
    EXPECT_NE(dps(command + " pair.streams 2>&1").out.find("'dps estimate pair.streams"),
              std::string::npos);
  }
}

TEST_F(EstimateTest, MessagesOfTheCompilerAreShown) {
  folder_.write("bad.c", "void spmd(int PID, int NPROCS) { SEND( }\n");
  const Finished done = dps("estimate bad.c --machine sp2 2>&1");
  EXPECT_EQ(done.status, 1);
  EXPECT_NE(done.out.find("bad.c:1:40: error: expected expression before"), std::string::npos)
      << done.out;
}

TEST_F(EstimateTest, AMissingRoutineIsNamed) {
  folder_.write("work.c", "void spmd_work(int PID, int NPROCS) { (void)PID; (void)NPROCS; }\n");
  const std::string advice = "': --entry NAME names the one that all processors execute\n";
  const Finished usual = dps("estimate work.c --machine sp2 -n 2 2>&1");
  EXPECT_EQ(usual.status, 1);
  EXPECT_TRUE(usual.out.ends_with("'cc' failed; the source has no routine 'spmd" + advice))
      << usual.out;
  const Finished given = dps("estimate ring.c --machine sp2 -n 2 --entry nope 2>&1");
  EXPECT_EQ(given.status, 1);
  EXPECT_TRUE(given.out.ends_with("; the source has no routine 'nope" + advice)) << given.out;
  EXPECT_EQ(dps("estimate work.c --machine sp2 -n 2 --entry spmd_work 2>&1").status, 0);
}

TEST_F(EstimateTest, WithoutACompilerThePackageIsNamed) {
  folder_.write("a.f", "      END\n");
  ::setenv("CC", "no-such-compiler", 1);
  ::setenv("FC", "no-such-compiler", 1);
  const Finished c = dps("estimate ring.c --machine sp2 2>&1");
  const Finished fortran = dps("estimate a.f --machine sp2 2>&1");
  ::unsetenv("CC");
  ::unsetenv("FC");
  EXPECT_EQ(c.status, 1);
  EXPECT_NE(c.out.find("install the package gcc"), std::string::npos) << c.out;
  EXPECT_EQ(fortran.status, 1);
  EXPECT_NE(fortran.out.find("install the package gfortran"), std::string::npos) << fortran.out;
}

TEST_F(EstimateTest, ATimeoutHasAStatusOfItsOwn) {
  folder_.write("long.c", "void spmd(int PID, int NPROCS) { volatile int i = 0; while (!i) {} }\n");
  const Finished done = dps("estimate long.c --machine sp2 -n 2 --timeout 2s 2>&1");
  EXPECT_EQ(done.status, 5) << done.out;
}

TEST_F(EstimateTest, ASignalLeavesNothingBehind) {
  folder_.write("long.c",
                "#include <signal.h>\n#include <unistd.h>\n"
                "void spmd(int PID, int NPROCS) { if (PID == 1) kill(DPS, SIGINT);\n"
                "  for (;;) pause(); }\n");
  const Finished done =
      support::run_shell("cd '" + folder_.path().string() +
                         "' && sh -c 'exec \"" DPS_PROGRAM
                         "\" estimate long.c --machine sp2 -n 2 --define DPS=$$ 2>&1'");
  EXPECT_EQ(done.status, 130) << done.out;
}

TEST_F(EstimateTest, ATraceHasTheStatesOfTheSimulator) {
  EXPECT_EQ(dps("estimate pair.streams --machine sp2 --trace pair.trace --trace pair.json").status,
            0);
  const std::string trace = folder_.read("pair.trace");
  EXPECT_NE(trace.find("u:p[1] at 0.000024: P TRANSMISSION"), std::string::npos) << trace;
  EXPECT_TRUE(Json::parse(folder_.read("pair.json")).contains("traceEvents"));
}

TEST_F(EstimateTest, ThePathOfATraceHasWorkAndLatencies) {
  folder_.write("chain.streams",
                "dps-streams 1\nprocessors 2\nprocessor 0\n  work 1e4\n  send 1 100\n"
                "processor 1\n  breceive 0 100\n  work 1e6\n");
  ASSERT_EQ(dps("estimate chain.streams --machine sp2 --trace chain.dpstrace").status, 0);
  const auto why = dps("trace chain.dpstrace --why");
  EXPECT_EQ(why.status, 0);
  EXPECT_NE(why.out.find("p[1] computes work\n"), std::string::npos) << why.out;
  EXPECT_NE(why.out.find("p[1] computes receive-latency\n"), std::string::npos) << why.out;
}

TEST_F(EstimateTest, PicturesAreDrawn) {
  if (find_in_path("gnuplot").empty()) {
    GTEST_SKIP() << "gnuplot is not installed";
  }
  EXPECT_EQ(dps("estimate pair.streams --machine sp2 --plot pair.svg").status, 0);
  EXPECT_EQ(dps("estimate ring.c --machine sp2 -n 1..4 --plot ring.svg").status, 0);
  EXPECT_NE(folder_.read("pair.svg").find("</svg>"), std::string::npos);
  EXPECT_NE(folder_.read("ring.svg").find("waiting"), std::string::npos);
}

}  // namespace
}  // namespace dps
