// predict --latencies and --expect, as a user calls them.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/run_dps.h"
#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

/// Each request takes 1 ms, and the same time to be answered, unless the server is still busy.
constexpr const char* kPlan = R"(
V n 10
I Request.i 1 Request.m
I Replies.i {n} Reply.m
C Serve.c   sleep 1ms
O Request.o Server.p -t Request.m -b 100 -n {n}
O Reply.o   ACK -t Reply.m -b 100
F ask.f     NULL NULL Request.o SAME
F got.f     Replies.i NULL NULL NULL
F serve.f   Request.i Serve.c Reply.o SAME*{n-1},NULL
U client.u  ask.f got.f
U server.u  serve.f
P Server.p  1 server.u
P Client.p  1 client.u
)";

class Expectations : public testing::Test {
 protected:
  Expectations() { folder_.write("plan.txt", kPlan); }

  [[nodiscard]] support::Finished dps(const std::string& arguments) const {
    return support::run_shell("unset DPS_HOSTS; export HOME=/nonexistent; cd '" +
                              folder_.path().string() + "' && '" DPS_PROGRAM "' " + arguments);
  }
  [[nodiscard]] support::Finished predict(const std::string& options) const {
    return dps("predict plan.txt --machine laptop " + options + " 2>&1");
  }

  support::ScratchFolder folder_;
};

bool contains(const support::Finished& finished, const std::string& text) {
  return finished.out.find(text) != std::string::npos;
}

TEST_F(Expectations, ThatAreMetChangeNothing) {
  const auto plain = predict("");
  const auto met = predict(
      "--expect 'makespan<1s' --expect 'p99.9( Request.m )<=20ms' --expect 'min(serve.f) >= 1ms' "
      "--expect 'max(serve.f) < 2ms' --expect 'mean(Reply.m) > 0'");
  EXPECT_EQ(met.status, 0);
  EXPECT_EQ(met.out, plain.out);
}

TEST_F(Expectations, ThatAreNotMetAreListedAfterTheProfile) {
  const auto finished =
      predict("--expect 'p50(serve.f) < 0.5ms' --expect 'makespan < 1s' --expect 'makespan > 2s'");
  EXPECT_EQ(finished.status, 1);
  const auto profile = finished.out.find("makespan 1");
  const auto first = finished.out.find("dps: error: expected p50(serve.f) < 0.5ms, but it is 1.0");
  const auto second = finished.out.find("dps: error: expected makespan > 2s, but it is 1");
  ASSERT_NE(first, std::string::npos) << finished.out;
  EXPECT_LT(profile, first);
  EXPECT_LT(first, second);
  EXPECT_NE(second, std::string::npos) << finished.out;
  EXPECT_FALSE(contains(finished, "expected makespan < 1s")) << finished.out;
}

TEST_F(Expectations, NameTheRuns) {
  const auto finished = predict("--runs 3 --expect 'makespan < 1ms' --expect 'max(Reply.m)<1ns'");
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(contains(finished, "% more, in run 1; not met in 3 of 3 runs: 1, 2, 3\n"))
      << finished.out;
  EXPECT_TRUE(contains(finished, "more; over 3 runs\n")) << finished.out;
}

TEST_F(Expectations, AboutMessagesThatWereNotTakenAreNotMet) {
  folder_.write("timer.txt",
                "O tick.o A.p -t T.m -d 1\nI tick.i 1 T.m\nI never.i 2 T.m\n"
                "F set.f NULL NULL tick.o NULL\nF end.f tick.i NULL NULL NULL\n"
                "F never.f never.i NULL NULL NULL\nU a.fu set.f end.f never.f\nP A.p 1 a.fu\n");
  const auto finished =
      dps("predict timer.txt --machine laptop --expect 'max(T.m)<1s' "
          "--expect 'max(never.f)<1s' 2>&1");
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(contains(finished, "but no such message was taken (timers do not count)\n"))
      << finished.out;
  EXPECT_TRUE(contains(finished, "but this functionality never fired\n")) << finished.out;
}

TEST_F(Expectations, MistakesAreReportedBeforeAnythingIsPredicted) {
  const std::vector<std::pair<std::string, std::string>> table{
      {"p99(Replay.m) < 20ms",
       "no message type and no functionality 'Replay.m'; did you mean 'Reply.m'?\n"
       "  p99(Replay.m) < 20ms\n"
       "      ^\n"},
      {"makspan < 2s",
       "expected makespan, min, mean, max or a quantile such as p99, got 'makspan'; did you mean "
       "'makespan'?\n"
       "  makspan < 2s\n"
       "  ^\n"},
      {"p101(Reply.m) < 2s", "a quantile is above p0, at most p100"},
      {"p0(Reply.m) < 2s", "a quantile is above p0, at most p100"},
      {"p99.99999(Reply.m) < 2s", "a quantile is above p0, at most p100"},
      {"max(makespan) < 2s", "no message type and no functionality 'makespan'"},
      {"makespan(x) < 2s", "the makespan has no figures in parentheses"},
      {"max Reply.m < 2s", "expected a message type or a functionality in parentheses"},
      {"max(Reply.m < 2s", "expected ')'"},
      {"max() < 2s", "expected the tag of a message type or a functionality"},
      {"max(Reply.m) = 2s", "expected <, <=, > or >="},
      {"max(Reply.m) <", "expected a time, such as 20ms"},
      {"max(Reply.m) < 20msec",
       "the time must be written like 0.5 (seconds) or 20ms, got '20msec'"},
      {"max(Reply.m) < -1s", "the time cannot be negative, got '-1s'"},
      {"", "expected makespan, min, mean, max or a quantile such as p99, got ''"},
  };
  for (const auto& [text, message] : table) {
    const auto finished = predict("-o result.json --expect '" + text + "'");
    EXPECT_EQ(finished.status, 2) << text;
    EXPECT_TRUE(contains(finished, "dps: error: --expect: " + message)) << finished.out;
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "result.json"));
  }
}

TEST_F(Expectations, ARunIsJudgedByItsMakespanOnly) {
  const auto finished = dps("run plan.txt --expect 'p99(Reply.m) < 1s' 2>&1");
  EXPECT_EQ(finished.status, 2);
  EXPECT_TRUE(contains(finished, "a run measures no latencies")) << finished.out;
}

TEST_F(Expectations, LatenciesArePrintedAtLevelFunctionalityAndOnDemand) {
  const std::string heading =
      "\nmessage                  taken       min      mean       p50       p90       p99     p99.9"
      "       max\n";
  EXPECT_FALSE(contains(predict(""), heading));
  EXPECT_TRUE(contains(predict("--latencies"), heading));
  EXPECT_FALSE(contains(predict("--latencies"), "Functional Unit"));
  EXPECT_TRUE(contains(predict("--level functionality"), heading));
}

TEST_F(Expectations, LatenciesAreSavedAndPrintedAgain) {
  const auto made = predict("--latencies -o result.json");
  EXPECT_EQ(made.status, 0);
  EXPECT_EQ(dps("profile result.json --latencies").out, made.out);
  EXPECT_FALSE(contains(dps("profile result.json"), "Quantiles"));
  ASSERT_EQ(predict("--level unit -o coarse.json").status, 0);
  const auto none = dps("profile coarse.json --latencies 2>&1");
  EXPECT_EQ(none.status, 2);
  EXPECT_TRUE(contains(none, "this result has no latencies")) << none.out;
}

TEST_F(Expectations, ATraceHasTheLatenciesOfItsPrediction) {
  const auto made = predict("--latencies --trace a.dpstrace");
  ASSERT_EQ(made.status, 0);
  const auto begin = made.out.find("\nmessage  ");
  const auto end = made.out.find("Quantiles are within 1%.\n");
  ASSERT_NE(begin, std::string::npos);
  const auto summary = dps("trace a.dpstrace");
  EXPECT_TRUE(contains(summary, made.out.substr(begin, end - begin))) << summary.out;
}

}  // namespace
}  // namespace dps
