// dps compare of traces as lines of states, as a user calls it.
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_test.h"

namespace dps {
namespace {

/// Source: dissertation on MPI data sheets, figure 2.10.
constexpr const char* kHead =
    "$types\nState COMPUTE SEND RECV REDUCE BARRIER WAIT DONE\n$bars\np0 State\n$events\n";
constexpr const char* kMeasured =
    "u:p0 at 0.00: P COMPUTE\nu:p0 at 1.23: P BARRIER\nu:p0 at 1.34: P COMPUTE\n"
    "u:p0 at 3.80: P WAIT\nu:p0 at 4.00: P DONE\n";
constexpr const char* kPredicted =
    "u:p0 at 0.00: P COMPUTE\nu:p0 at 0.78: P BARRIER\nu:p0 at 1.02: P COMPUTE\n"
    "u:p0 at 2.30: P WAIT\nu:p0 at 3.00: P DONE\n";

class CompareTraces : public support::CommandTest {
 protected:
  CompareTraces() {
    folder_.write("measured.trace", std::string(kHead) + kMeasured);
    folder_.write("predicted.trace", std::string(kHead) + kPredicted);
    folder_.write("result.json", "{}");
  }
};

TEST_F(CompareTraces, PrintsTheTablesOfTheLevelAndOfCoarserOnes) {
  const std::string totals =
      "makespan A 4.000000 s, B 3.000000 s, B/A 0.750000, beyond 10%; alike\n"
      "A: measured.trace: 1 process, 4 states\n"
      "B: predicted.trace: 1 process, 4 states\n"
      "\n"
      "total                       A             B         B/A      median  calls\n"
      "BUSY                 3.690000      2.060000    0.558266    0.577236  2 *\n"
      "BARRIER              0.110000      0.240000    2.181818    2.181818  1 *\n"
      "WAIT                 0.200000      0.700000    3.500000    3.500000  1 *\n"
      "\n"
      "most of a process           A             B      idle A      idle B\n"
      "BUSY                 3.690000      2.060000    0.000000    0.000000\n"
      "BARRIER              0.110000      0.240000    0.000000    0.000000\n"
      "WAIT                 0.200000      0.700000    0.200000    0.700000\n";
  const auto total = dps("compare measured.trace predicted.trace");
  EXPECT_EQ(total.status, 1);
  EXPECT_EQ(total.out, totals);
  const auto lines = dps("compare measured.trace predicted.trace --level line");
  EXPECT_EQ(lines.out,
            totals +
                "\n"
                "process state             A           B         B/A      median  calls\n"
                "p0      BUSY       3.690000    2.060000    0.558266    0.577236  2\n"
                "p0      BARRIER    0.110000    0.240000    2.181818    2.181818  1\n"
                "p0      WAIT       0.200000    0.700000    3.500000    3.500000  1\n"
                "\n"
                "process state             A           B         B/A   line  site, peer\n"
                "p0      BUSY       1.230000    0.780000    0.634146      6\n"
                "p0      BARRIER    0.110000    0.240000    2.181818      7\n"
                "p0      BUSY       2.460000    1.280000    0.520325      8\n"
                "p0      WAIT       0.200000    0.700000    3.500000      9\n");
  const auto same = dps("compare measured.trace measured.trace");
  EXPECT_EQ(same.status, 0);
  EXPECT_EQ(dps("compare measured.trace predicted.trace --tolerance 1000").status, 0);
  EXPECT_EQ(dps("compare measured.trace predicted.trace --own --format csv").out.substr(0, 5),
            "level");
}

TEST_F(CompareTraces, SavesTheComparison) {
  const auto done =
      dps("compare measured.trace predicted.trace --level process -o comparison.json");
  EXPECT_EQ(done.status, 1);
  const auto json = nlohmann::json::parse(folder_.read("comparison.json"));
  EXPECT_EQ(json["format"], "dps-trace-comparison");
  EXPECT_EQ(json["within"], false);
  EXPECT_EQ(json["total"].size(), 3U);
  EXPECT_EQ(json["process"][2]["idle_b_s"], 0.7);
  EXPECT_EQ(dps("compare measured.trace predicted.trace -o measured.trace 2>&1").status, 2);
  EXPECT_EQ(folder_.read("measured.trace"), std::string(kHead) + kMeasured);
}

TEST_F(CompareTraces, RefusesOptionsOfTheOtherKindAndWrongFiles) {
  folder_.write("wrong.trace", std::string(kHead) + "u:p0 at 0: P COMPTE\n");
  const std::vector<std::pair<std::string, std::string>> cases{
      {"measured.trace predicted.trace --level unit",
       "--level unit goes with results; traces have total, process and line"},
      {"result.json result.json --level line",
       "--level line goes with traces; results have process, unit and functionality"},
      {"result.json result.json --own", "--own goes with traces"},
      {"measured.trace predicted.trace --only BUSY", "--only goes with results, not with traces"},
      {"--designs measured.trace predicted.trace", "--designs ranks results, not traces"},
      {"measured.trace result.json",
       "dps compare takes two results or two traces: 'result.json' is neither a .trace nor a "
       "folder of them"},
      {"measured.trace none.trace", "none.trace"},
      {"measured.trace wrong.trace",
       "wrong.trace:6:14: error: state 'COMPTE' is not in $types; did you mean 'COMPUTE'?"}};
  for (const auto& [arguments, message] : cases) {
    const auto done = dps("compare " + arguments + " 2>&1");
    EXPECT_EQ(done.status, 2) << arguments;
    EXPECT_NE(done.out.find(message), std::string::npos) << arguments << "\n" << done.out;
  }
}

/// The trace of a prediction: it is within the tolerance of itself, and has the computing time.
TEST_F(CompareTraces, ReadsTheTraceOfAPrediction) {
  folder_.write("plan.txt",
                "I Ball.i 1 Ball.m\nC Work.c compute 2ms\nO Ball.o Right.p -t Ball.m -b 1000\n"
                "O Back.o Left.p -t Ball.m -b 1000\nF serve.f NULL Work.c Ball.o wait.u\n"
                "F back.f Ball.i Work.c Back.o NULL\nF end.f Ball.i NULL NULL NULL\n"
                "U left.u serve.f\nU wait.u end.f\nU right.u back.f\nP Left.p 1 left.u wait.u\n"
                "P Right.p 1 right.u\n");
  const auto predicted = dps("predict plan.txt --machine laptop --quiet --trace x.trace 2>&1");
  ASSERT_EQ(predicted.status, 0) << predicted.out;
  const auto compared = dps("compare x.trace x.trace --level process --format json 2>&1");
  EXPECT_EQ(compared.status, 0) << compared.out;
  const auto json = nlohmann::json::parse(compared.out);
  EXPECT_EQ(json["unmatched_a"], 0);
  EXPECT_EQ(json["a"]["processes"], 2);
  EXPECT_GE(json["process"][0]["a_s"].get<double>(), 0.002) << compared.out;
}

TEST_F(CompareTraces, NamesTheConversionOfATraceWithAllEvents) {
  folder_.write("plan.txt", "C c compute 1ms\nF f NULL c NULL NULL\nU u f\nP A.p 1 u\n");
  ASSERT_EQ(dps("predict plan.txt --machine laptop --quiet --trace x.dpstrace").status, 0);
  const std::string advice =
      "; 'dps trace x.dpstrace -o x.trace' converts it to lines of states, which compare reads\n";
  for (const char* files : {"x.dpstrace x.dpstrace", "measured.trace x.dpstrace"}) {
    const auto refused = dps(std::string("compare ") + files + " 2>&1");
    EXPECT_EQ(refused.status, 2);
    EXPECT_TRUE(refused.out.ends_with(advice)) << refused.out;
  }
  EXPECT_EQ(dps("trace x.dpstrace -o x.trace").status, 0);
  EXPECT_EQ(dps("compare x.trace x.trace").status, 0);
}

TEST_F(CompareTraces, NamesTheCommandsThatWriteResultsOfDesigns) {
  folder_.write("plan.txt", "C c compute 1ms\nF f NULL c NULL NULL\nU u f\nP A.p 1 u\n");
  ASSERT_EQ(dps("predict plan.txt --machine laptop --quiet --trace x.dpstrace -o a.json").status,
            0);
  const auto refused = dps("compare --designs a.json x.dpstrace 2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out,
            "dps: error: 'x.dpstrace' is a trace, not a result; 'dps trace x.dpstrace' summarises "
            "it; --designs ranks results, which 'dps run … -o FILE.json' and 'dps predict … -o "
            "FILE.json' write\n");
}

}  // namespace
}  // namespace dps
