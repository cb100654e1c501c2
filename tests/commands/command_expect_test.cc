// --latencies and --expect of run and predict, as a user calls them.
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "profiles/json/result_json.h"
#include "profiles/latency_figures.h"
#include "tests/support/command_test.h"

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

/// A timer, and a functionality that never fires.
constexpr const char* kTimers = R"(
I tick.i   1 T.m
I never.i  2 T.m
O tick.o   A.p -t T.m -d 1ms
O never.o  A.p -t Never.m
O lone.o   A.p -t Lone.m
F set.f    NULL    NULL NULL    SAME
F tick.f   NULL    NULL tick.o  NULL
F end.f    tick.i  NULL NULL    NULL
F never.f  never.i NULL never.o NULL
F lone.f   NULL    NULL lone.o  NULL
U a.fu     tick.f end.f never.f
P A.p 1    a.fu
)";

class Expectations : public support::CommandTest {
 protected:
  Expectations() { folder_.write("plan.txt", kPlan); }

  [[nodiscard]] support::Finished predict(const std::string& options) const {
    return dps("predict plan.txt --machine laptop " + options + " 2>&1");
  }
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
  EXPECT_TRUE(
      contains(finished, "10.1 times the limit, in run 1; not met in 3 of 3 runs: 1, 2, 3\n"))
      << finished.out;
  EXPECT_TRUE(contains(finished, "times the limit; over 3 runs\n")) << finished.out;
}

TEST_F(Expectations, AboutFiringsAndUtilisationsNeedNoLatencies) {
  const auto met = predict(
      "--expect 'count(serve.f) >= 1' --expect 'rate(serve.f) > 1/h' "
      "--expect 'utilisation(Server.p)<=100%' --expect 'count(serve.f) / count(serve.f) <= 1' "
      "--expect 'max(serve.f) / min(serve.f) < 1000'");
  EXPECT_EQ(met.status, 0) << met.out;
  EXPECT_EQ(met.out, predict("").out);
  const auto unmet = predict("--expect 'rate(serve.f) > 1/ns' --expect 'count(serve.f) < 1'");
  EXPECT_EQ(unmet.status, 1);
  EXPECT_TRUE(contains(unmet, "expected rate(serve.f) > 1/ns, but it is ")) << unmet.out;
  EXPECT_TRUE(contains(unmet, "expected count(serve.f) < 1, but it is ")) << unmet.out;
}

/// The server serves a request a millisecond from about 0 on.
TEST_F(Expectations, LeaveTheBeginningOut) {
  const auto met = predict(
      "--measure-from 5.5ms --level functionality --expect 'count(serve.f) <= 5' "
      "--expect 'count(serve.f) >= 4' --expect 'min(Request.m) > 4ms' "
      "--expect 'rate(serve.f) > 800/s' --expect 'rate(serve.f) < 1200/s'");
  EXPECT_EQ(met.status, 0) << met.out;
  EXPECT_TRUE(contains(met, "Uses and firings before 5.5 ms do not count.")) << met.out;
  const auto whole = predict("--expect 'min(Request.m) > 4ms' --expect 'count(serve.f) <= 5'");
  EXPECT_EQ(whole.status, 1);
  EXPECT_TRUE(contains(whole, "expected count(serve.f) <= 5, but it is 10, ")) << whole.out;
  const auto late = predict("--measure-from 1h --expect 'rate(serve.f) > 1/s'");
  EXPECT_EQ(late.status, 1);
  EXPECT_TRUE(contains(late, "but there was no time to measure")) << late.out;
}

TEST_F(Expectations, ANoteReportsThatMeasuringBeginsAfterTheEnd) {
  const std::string note = "there was no time to measure: the end comes before --measure-from, ";
  for (const char* command : {"predict plan.txt --machine laptop", "run plan.txt"}) {
    const auto late =
        dps(command + std::string(" --measure-from 1h --latencies --format json 2>&1"));
    EXPECT_EQ(late.status, 0) << late.out;
    EXPECT_TRUE(contains(late, note)) << late.out;
    const auto early =
        dps(command + std::string(" --measure-from 1ms --latencies --format json 2>&1"));
    EXPECT_EQ(early.status, 0) << early.out;
    EXPECT_FALSE(contains(early, "no time to measure")) << early.out;
  }
}

TEST_F(Expectations, OfRunsLeaveTheBeginningOutToo) {
  const auto run =
      dps("run plan.txt --measure-from 5.5ms -o run.json --expect 'count(serve.f) < 10' "
          "--expect 'min(Request.m) > 2ms' 2>&1");
  EXPECT_EQ(run.status, 0) << run.out;
  const auto result = profiles::load_result((folder_.path() / "run.json").string());
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->runs.at(0).latencies.value().from, 5'500'000U);
}

/// A server gets a job each millisecond, and waits 2 ms for the worker that does it. Meanwhile it
/// takes further jobs, and uses them later.
constexpr const char* kQueueInUnit = R"(
I Go.i   1 Go.m
I Job.i  1 Job.m
I Task.i 1 Task.m
I Done.i 1 Done.m
C Work.c sleep 2ms
O Go.o   Client.p[0] -t Go.m -d 1ms
O Job.o  Server.p -t Job.m -b 100
O Task.o Worker.p -t Task.m
O Done.o ACK -t Done.m
F first.f NULL   NULL   Go.o        SAME
F tick.f  Go.i   NULL   Job.o,Go.o  SAME*99,NULL
F start.f Job.i  NULL   Task.o      busy.fu
F done.f  Done.i NULL   NULL        idle.fu
F work.f  Task.i Work.c Done.o      SAME
U client.fu first.f tick.f
U idle.fu -early start.f
U busy.fu done.f
U worker.fu work.f
P Client.p 1 client.fu
P Server.p 1 -server idle.fu busy.fu
P Worker.p 1 -server worker.fu
)";

TEST_F(Expectations, AnEarlyUnitDoesNotHideQueueing) {
  folder_.write("queue.txt", kQueueInUnit);
  const auto finished =
      dps("predict queue.txt --machine laptop --latencies --expect 'p50(Job.m) < 5ms' 2>&1");
  EXPECT_EQ(finished.status, 1) << finished.out;
  EXPECT_TRUE(contains(finished, "\n  kept ")) << finished.out;
  const auto met = dps("predict queue.txt --machine laptop --expect 'p50(Job.m) > 40ms' 2>&1");
  EXPECT_EQ(met.status, 0) << met.out;
}

/// A client continues after the first of three answers.
TEST_F(Expectations, MessagesThatAreNotUsedAreCountedApart) {
  folder_.write("quorum.txt", R"(
I Ask.i  1 Ask.m
I One.i  1 Reply.m
I Tick.i 1 Tick.m
O Ask.o  Server.p -t Ask.m
O Reply.o ACK -t Reply.m
O Tick.o Client.p[0] -t Tick.m -d 1s
F ask.f  NULL  NULL Ask.o,Tick.o wait.fu
F one.f  One.i NULL NULL  rest.fu
F rest.f Tick.i NULL NULL NULL
F serve.f Ask.i NULL Reply.o SAME
U ask.fu ask.f
U wait.fu one.f
U rest.fu rest.f
U server.fu serve.f
P Client.p 1 ask.fu wait.fu rest.fu
P Server.p 3 -server server.fu
)");
  const auto finished =
      dps("predict quorum.txt --machine laptop --latencies --expect 'max(Reply.m) < 1s' 2>&1");
  EXPECT_EQ(finished.status, 0) << finished.out;
  EXPECT_TRUE(contains(finished, "\n  unclaimed                  2 ")) << finished.out;
}

TEST_F(Expectations, AboutMessagesThatWereNotTakenAreNotMet) {
  folder_.write("timer.txt", kTimers);
  const auto finished =
      dps("predict timer.txt --machine laptop --expect 'max(Never.m)<1s' "
          "--expect 'max(never.f)<1s' 2>&1");
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(contains(finished, "but no such message was used (timers do not count)\n"))
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
       "expected makespan, min, mean, max, a quantile such as p99, count, rate or utilisation, got "
       "'makspan'; did you mean 'makespan'?\n"
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
      {"max(Reply.m) < 20",
       "the time needs a unit: '20s' are seconds, '20ms' milliseconds\n"
       "  max(Reply.m) < 20\n"
       "                 ^\n"},
      {"max(Reply.m) < -1s", "the time cannot be negative, got '-1s'"},
      {"",
       "expected makespan, min, mean, max, a quantile such as p99, count, rate or utilisation, "
       "got ''"},
      {"count(Reply.m) < 2",
       "'Reply.m' is a message type; only functionalities have a count and a rate"},
      {"rate(sever.f) < 2/s", "no functionality 'sever.f'; did you mean 'serve.f'?"},
      {"utilisation(Servr.p) < 5%", "no P line 'Servr.p'; did you mean 'Server.p'?"},
      {"rate(serve.f) < 900", "the rate must be written like 900/s or 5/min, got '900'"},
      {"rate(serve.f) < 900",
       "the rate must be written like 900/s or 5/min, got '900'; did you "
       "mean '900/s'?\n"},
      {"rate(serve.f) < 5/minute",
       "the rate must be written like 900/s or 5/min, got '5/minute'; did you mean '5/min'?\n"},
      {"rate(serve.f) < 5/sec",
       "the rate must be written like 900/s or 5/min, got '5/sec'; did you mean '5/s'?\n"},
      {"rate(serve.f) < 5Hz", "the rate must be written like 900/s or 5/min, got '5Hz'\n"},
      {"rate(serve.f) < -5/s", "the rate cannot be negative, got '-5'\n"},
      {"rate(serve.f) < 1e400/s", "the rate must be at most 1.8e308, got '1e400'\n"},
      {"rate(serve.f) < 900/5s", "the rate must be written like 900/s or 5/min, got '900/5s'"},
      {"utilisation(Server.p) < 90ms", "the share must be written like 5% or 0.05, got '90ms'"},
      {"count(serve.f) < 5%", "the count must be "},
      {"count(serve.f) / max(Reply.m) < 5%", "the two figures of a ratio must be of the same kind"},
      {"count(serve.f) / count(x.f) < 5%",
       "no functionality 'x.f'\n"
       "  count(serve.f) / count(x.f) < 5%\n"
       "                         ^\n"},
      {"count(serve.f) / < 5%", "expected makespan, min, mean, max, a quantile such as p99, count"},
  };
  for (const auto& [text, message] : table) {
    const auto finished = predict("-o result.json --expect '" + text + "'");
    EXPECT_EQ(finished.status, 2) << text;
    EXPECT_TRUE(contains(finished, "dps: error: --expect: " + message)) << finished.out;
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "result.json"));
  }
}

TEST_F(Expectations, ThatDoNotApplyAreMistakes) {
  folder_.write("timer.txt", kTimers);
  const std::vector<std::pair<std::string, std::string>> table{
      {"T.m", "all messages 'T.m' are timers, whose delay the blueprint states"},
      {"Lone.m", "no process sends a message 'Lone.m'"},
      {"lone.f", "no process has the functionality 'lone.f'"}};
  for (const auto& [tag, message] : table) {
    for (const char* command : {"run timer.txt", "predict timer.txt --machine laptop"}) {
      const auto finished =
          dps(std::string(command) + " -o result.json --expect 'max(" + tag + ") < 1s' 2>&1");
      EXPECT_EQ(finished.status, 2);
      EXPECT_TRUE(contains(finished, "dps: error: --expect: " + message)) << finished.out;
      EXPECT_FALSE(std::filesystem::exists(folder_.path() / "result.json"));
    }
  }
}

TEST_F(Expectations, OfLatenciesTraceARunByThemselves) {
  const auto met =
      dps("run plan.txt --expect 'min(serve.f) >= 1ms' --expect 'max(Reply.m) < 1h' "
          "--expect 'makespan > 1ms' 2>&1");
  EXPECT_EQ(met.status, 0) << met.out;
  EXPECT_FALSE(contains(met, "Quantiles")) << met.out;
  const auto unmet = dps("run plan.txt --runs 2 --expect 'max(Request.m) < 1ns' 2>&1");
  EXPECT_EQ(unmet.status, 1);
  EXPECT_TRUE(contains(unmet, "dps: error: expected max(Request.m) < 1ns, but it is "));
  EXPECT_TRUE(contains(unmet, "times the limit; over 2 runs\n")) << unmet.out;
}

TEST_F(Expectations, AreNotMetIfTheLimitLeftEventsOut) {
  const auto finished = dps("run plan.txt --trace-limit 9 --expect 'max(Reply.m) < 1h' 2>&1");
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(contains(finished,
                       "expected max(Reply.m) < 1h, but the limit of recorded events left "
                       "out "))
      << finished.out;
}

/// The "count" of the total of a message type, and of its parts.
struct Counts {
  std::uint64_t total = 0;
  std::uint64_t under_way = 0;
  std::uint64_t queued = 0;
  std::uint64_t unknown = 0;
};

Counts counts_of(const profiles::RunResult& result, const std::string& mtag) {
  const auto merged = profiles::merged_latencies(result);
  for (const auto& row : merged.value().of.messages) {
    if (row.mtag == mtag) {
      return {row.times.total.count(), row.times.under_way.count(), row.times.queued.count(),
              row.times.unknown.count()};
    }
  }
  return {};
}

TEST_F(Expectations, EveryMessageOfARunHasALatency) {
  const auto printed = dps("run plan.txt --runs 3 --latencies -o result.json");
  EXPECT_EQ(printed.status, 0);
  EXPECT_TRUE(contains(printed, "\nRequest.m                   30 ")) << printed.out;
  EXPECT_TRUE(contains(printed, "\nServer.p server.u\n  serve.f                   30 "))
      << printed.out;
  EXPECT_TRUE(contains(printed, "Over 3 runs. ")) << printed.out;
  const auto result = profiles::load_result((folder_.path() / "result.json").string()).value();
  for (const char* mtag : {"Request.m", "Reply.m"}) {
    const Counts counts = counts_of(result, mtag);
    EXPECT_EQ(counts.total, 30U);
    EXPECT_EQ(counts.under_way, counts.queued);
    EXPECT_EQ(counts.total, counts.under_way + counts.unknown);
  }
  for (const auto& run : result.runs) {
    EXPECT_EQ(run.latencies.value().ticks_per_second, 1'000'000'000U);
  }
}

TEST_F(Expectations, ATracedRunHasLatenciesToo) {
  ASSERT_EQ(dps("run plan.txt --trace a.dpstrace -o result.json").status, 0);
  const auto profile = dps("profile result.json --latencies");
  const auto begin = profile.out.find("\nmessage  ");
  ASSERT_NE(begin, std::string::npos) << profile.out;
  const std::string table =
      profile.out.substr(begin, profile.out.find("Quantiles are within 1%.\n") - begin);
  EXPECT_TRUE(contains(dps("trace a.dpstrace"), table));
  ASSERT_EQ(predict("-o prediction.json").status, 0);
  const auto compared = dps("compare result.json prediction.json");
  EXPECT_TRUE(contains(compared, "\nlatency ")) << compared.out;
  EXPECT_TRUE(contains(compared, "Request.m")) << compared.out;
}

TEST_F(Expectations, LatenciesReportTheEventsThatALimitLeftOut) {
  const auto text = dps("run plan.txt --latencies --trace-limit 9 -o result.json");
  EXPECT_EQ(text.status, 0);
  EXPECT_TRUE(contains(text, "INCOMPLETE: the limit of recorded events left out ")) << text.out;
  EXPECT_TRUE(
      contains(dps("profile result.json --latencies"), "INCOMPLETE: the limit of recorded"));
  const auto csv = dps("run plan.txt --latencies --trace-limit 9 --format csv");
  EXPECT_TRUE(contains(csv, ",left_out,")) << csv.out;
  const auto whole = dps("run plan.txt --latencies --format csv");
  EXPECT_TRUE(contains(whole, ",p99_s,")) << whole.out;
  EXPECT_FALSE(contains(whole, ",left_out,")) << whole.out;
  const auto result = profiles::load_result((folder_.path() / "result.json").string()).value();
  EXPECT_GT(result.runs.at(0).latencies.value().left_out, 0U);
}

TEST_F(Expectations, OptionsOfTracesGoWithLatencies) {
  const auto alone = dps("run plan.txt --trace-limit 9 2>&1");
  EXPECT_EQ(alone.status, 2);
  EXPECT_TRUE(contains(alone, "--trace-limit goes with --trace FILE or --latencies\n"));
  const auto prediction = predict("--latencies --trace-from 1ms");
  EXPECT_EQ(prediction.status, 2);
  EXPECT_TRUE(contains(prediction, "--trace-from goes with --trace FILE\n"));
}

TEST_F(Expectations, LatenciesArePrintedAtLevelFunctionalityAndOnDemand) {
  const std::string heading =
      "\nmessage                   used       min      mean       p50       p90       p99     p99.9"
      "       max\n";
  const auto plain = predict("");
  EXPECT_TRUE(contains(plain, "\nmakespan ")) << plain.out;
  EXPECT_FALSE(contains(plain, heading)) << plain.out;
  EXPECT_TRUE(contains(predict("--latencies"), heading));
  EXPECT_FALSE(contains(predict("--latencies"), "Functional Unit"));
  EXPECT_TRUE(contains(predict("--level functionality"), heading));
}

TEST_F(Expectations, LatenciesAreSavedAndPrintedAgain) {
  const auto made = predict("--latencies -o result.json");
  EXPECT_EQ(made.status, 0);
  EXPECT_EQ(output_of("profile result.json --latencies"), made.out);
  const auto plain = dps("profile result.json");
  EXPECT_EQ(plain.status, 0) << plain.out;
  EXPECT_FALSE(contains(plain, "Quantiles")) << plain.out;
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
