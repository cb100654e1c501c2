// The causes that a comparison names, and its advice.
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "profiles/comparison/compare.h"
#include "profiles/comparison/comparison_output.h"
#include "tests/profiles/compared_results.h"
#include "tests/profiles/sample_comparisons.h"
#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

TEST(ResultComparison, NamesTheCauseAndTheMachineKeyToAdjust) {
  const auto comparison = compared(matrix_multiply_2(), prediction_of_matrix_multiply_2());
  EXPECT_FALSE(comparison.is_within());
  ASSERT_FALSE(comparison.causes.empty());
  const DifferenceCause& cause = comparison.causes.front();
  EXPECT_EQ(cause.process, "Worker.p");
  EXPECT_EQ(cause.kind, TimeKind::kCompute);
  EXPECT_EQ(cause.part, "wf2.f of worker.fu");
  // The run computes for 0.12 s, the prediction for 0.075 s: 1000 * 0.075 / 0.12 = 625.
  EXPECT_NE(cause.what_to_do.find("'speed' of the machine (625 instead of 1000)"),
            std::string::npos)
      << cause.what_to_do;
}

TEST(ResultComparison, MoreRealTimeForTheSameCpuTimeIsASharedCore) {
  RunResult run = result_of(2, {process("P.p[0]", 2, 2)});
  RunResult prediction = result_of(1, {process("P.p[0]", 1, 1)});
  prediction.kind = "predict";
  run.runs[0].processes[0].cpu_s = 1;
  const auto comparison = compared(run, prediction);
  EXPECT_NE(comparison.causes.front().what_to_do.find("processes shared cores"), std::string::npos);
}

TEST(ResultComparison, SendsThatNeedNoMoreCpuTimeAreNoFaultOfTheMachinesKeys) {
  // 414 ms of real time with 133 ms of CPU time: the process did not run while it "sent".
  RunResult run = result_of(0.414, {process("P.p[0]", 0.414, 0.01, 0.4)});
  RunResult prediction = result_of(0.134, {process("P.p[0]", 0.134, 0.01, 0.12)});
  prediction.kind = "predict";
  for (RunResult* result : {&run, &prediction}) {
    result->runs[0].processes[0].cpu_s = 0.133;
    result->runs[0].processes[0].msgs_out = 10;
  }
  const std::string advice = compared(run, prediction).causes.front().what_to_do;
  EXPECT_EQ(advice.find("adjust"), std::string::npos) << advice;
  EXPECT_NE(advice.find("the CPU time does not show it"), std::string::npos) << advice;
  run.runs[0].processes[0].cpu_s = 0.41;
  EXPECT_NE(compared(run, prediction).causes.front().what_to_do.find("adjust 'send'"),
            std::string::npos);
}

/// A run whose process computes 0.2 s of CPU time in 0.36 s and was preempted in its sends, too,
/// and its prediction, which computes for 0.08 s.
std::pair<RunResult, RunResult> preempted_run_and_prediction() {
  std::pair pair(result_of(0.42, {process("P.p[0]", 0.42, 0.36, 0.046)}),
                 result_of(0.09, {process("P.p[0]", 0.09, 0.08, 0.002)}));
  pair.second.kind = "predict";
  pair.first.runs[0].processes[0].cpu_s = 0.202;
  pair.second.runs[0].processes[0].cpu_s = 0.082;
  for (RunResult* result : {&pair.first, &pair.second}) {
    result->runs[0].processes[0].msgs_out = 40;
  }
  return pair;
}

std::string advice_for(TimeKind kind, const RunResult& a, const RunResult& b) {
  for (const DifferenceCause& cause : compared(a, b).causes) {
    if (cause.kind == kind) {
      return cause.what_to_do;
    }
  }
  return "";
}

TEST(ResultComparison, TheSpeedThatFitsIsThatByCpuTime) {
  auto [run, prediction] = preempted_run_and_prediction();
  const std::string_view by_cpu_time = "adjust 'speed' of the machine (400 instead of 1000, by CPU";
  for (const std::string& advice : {advice_for(TimeKind::kCompute, run, prediction),
                                    advice_for(TimeKind::kCompute, prediction, run)}) {
    EXPECT_NE(advice.find(by_cpu_time), std::string::npos) << advice;
  }

  // The prediction computes for 0.08 s, and sleeps for 0.1 s more.
  ProcessProfile& predicted = prediction.runs[0].processes[0];
  predicted.sleep_s = 0.1;
  predicted.compute_s += predicted.sleep_s;
  const std::string with_sleep = advice_for(TimeKind::kCompute, run, prediction);
  EXPECT_NE(with_sleep.find(by_cpu_time), std::string::npos) << with_sleep;
  predicted.compute_s -= predicted.sleep_s;

  // The sends need more CPU time than predicted, but the process was never preempted.
  run.runs[0].processes[0].cpu_s = 0.36 + 0.046;
  const std::string costly = advice_for(TimeKind::kCompute, run, prediction);
  EXPECT_NE(costly.find("(222 instead of 1000)"), std::string::npos) << costly;

  run.runs[0].processes[0].cpu_s = kUnknown;
  const std::string unknown = advice_for(TimeKind::kCompute, run, prediction);
  EXPECT_NE(unknown.find("(222 instead of 1000)"), std::string::npos) << unknown;
}

TEST(ResultComparison, ACallThatWaitsForSomethingElseIsNotJudgedByItsCpuTime) {
  auto [run, prediction] = preempted_run_and_prediction();
  run.runs[0].processes[0].cpu_s = 0.003;
  prediction.runs[0].processes[0].compute_s = 0.3;
  prediction.runs[0].processes[0].cpu_s = 0.302;
  const std::string advice = advice_for(TimeKind::kCompute, run, prediction);
  EXPECT_NE(advice.find("(833 instead of 1000)"), std::string::npos) << advice;
}

TEST(ResultComparison, CpuTimeOfComputingDoesNotCountForSendsAndTakes) {
  auto [run, prediction] = preempted_run_and_prediction();
  const std::string send = advice_for(TimeKind::kSend, run, prediction);
  EXPECT_EQ(send.find("1.15 ms per message, predicted 50 us: the CPU time does not show it: "), 0U)
      << send;

  // Takes that last longer in the run, too.
  ProcessProfile& receiver = run.runs[0].processes[0];
  receiver.take_s = 0.012;
  receiver.msgs_in = prediction.runs[0].processes[0].msgs_in = 10;
  const std::string take = advice_for(TimeKind::kTake, run, prediction);
  EXPECT_NE(take.find("the CPU time does not show it"), std::string::npos) << take;

  // The process was not preempted: sends and takes have CPU time of their own.
  receiver.cpu_s = 0.36 + 0.046 + 0.012;
  for (const TimeKind kind : {TimeKind::kSend, TimeKind::kTake}) {
    const std::string advice = advice_for(kind, run, prediction);
    EXPECT_NE(advice.find("adjust "), std::string::npos) << advice;
  }
}

TEST(ResultComparison, TheAdviceForAHostWithTooFewCoresDoesNotDenyTheCpuTime) {
  RunResult run =
      result_of(0.414, {process("P.p[0]", 0.414, 0.01, 0.4), process("Q.p[0]", 0.1, 0)});
  RunResult prediction =
      result_of(0.134, {process("P.p[0]", 0.134, 0.01, 0.12), process("Q.p[0]", 0.1, 0)});
  prediction.kind = "predict";
  run.runs[0].processes[0].cpu_s = 0.41;
  prediction.runs[0].processes[0].cpu_s = 0.133;
  for (RunResult* result : {&run, &prediction}) {
    result->hosts = {{"node1", "", "", 1000, result == &run ? 1U : 2U, 0, {}, 0, 0}};
    result->runs[0].processes[0].msgs_out = 10;
    result->runs[0].processes[0].host = result->runs[0].processes[1].host = "node1";
  }
  const std::string advice = compared(run, prediction).causes.front().what_to_do;
  EXPECT_NE(advice.find(": its host had more processes than cores: processes shared cores, or "),
            std::string::npos)
      << advice;
}

TEST(ResultComparison, MoreRunsDoNotNarrowAnIntervalWithoutWidth) {
  RunResult run = result_of(1, {process("P.p[0]", 1, 1)});
  run.runs.push_back(run.runs.front());
  const std::string text = comparison_text(compared(run, run), false);
  EXPECT_NE(text.find("the makespans differ by 0 s ± 0 s (95% interval)\n"), std::string::npos)
      << text;
}

TEST(ResultComparison, ComparesTheAgesOfRequests) {
  RunResult a = latencies();
  RunResult b = a;
  for (RunResult* result : {&a, &b}) {
    for (RunProfile& run : result->runs) {
      statistics::Histogram age;
      age.add(result == &a ? 1'000'000'000U : 2'000'000'000U);
      run.latencies->requests = {{"Client.p", "client.fu", "got.f", 1, age},
                                 {"Client.p", "client.fu", "ask.f", 1, {}}};
    }
  }
  const auto comparison = compared(a, b);
  ASSERT_GT(comparison.latencies.size(), 3U);
  const ComparedLatency& row = comparison.latencies[2];  // after the message types
  EXPECT_TRUE(row.is_age);
  EXPECT_EQ(row.ftag, "got.f");
  EXPECT_EQ(row.p99.b_s, 0.002);
  EXPECT_FALSE(comparison.latencies[3].is_age);  // without an age, ask.f has no row
  EXPECT_NE(comparison_text(comparison, false)
                .find("Client.p got.f age              1 ms      2 ms  2.000"),
            std::string::npos)
      << comparison_text(comparison, false);
  EXPECT_NE(comparison_json(comparison).find("\"ftag\":\"got.f\",\"age\":true"), std::string::npos)
      << comparison_json(comparison);
}

std::string first_advice(const RunResult& a, const RunResult& b) {
  const auto comparison = compared(a, b);
  return comparison.causes.empty() ? "" : comparison.causes.front().what_to_do;
}

RunResult prediction_on(std::string_view machine, std::string_view kind, double real_s,
                        double compute_s, double send_s = 0) {
  RunResult result = result_of(real_s, {process("P.p[0]", real_s, compute_s, send_s)});
  result.kind = "predict";
  result.environment = {{"machine", fmt::format("\"{}\"", machine)},
                        {"machine_kind", fmt::format("\"{}\"", kind)}};
  result.runs[0].processes[0].cpu_s = compute_s + send_s;
  result.runs[0].processes[0].msgs_out = 10;
  return result;
}

TEST(ResultComparison, TwoPredictionsDifferByTheirMachines) {
  const RunResult sheet = prediction_on("cray_t3d", "datasheet", 2, 0.5, 1);
  const RunResult native = prediction_on("rack_100g", "native", 1, 0.5, 0.1);
  EXPECT_EQ(first_advice(sheet, native),
            "100 ms per message in A, 10 ms in B: compare the equation 'send' of A's machine with "
            "'send' and 'send_per_byte' of B's");
  EXPECT_EQ(first_advice(prediction_on("a.toml", "native", 1, 0.9),
                         prediction_on("b.toml", "native", 0.5, 0.4)),
            "compare 'speed' and 'multiply' of both machines");
  EXPECT_EQ(first_advice(prediction_on("a.toml", "native", 1, 0.9),
                         prediction_on("a.toml", "native", 0.5, 0.4)),
            "compare the work of the C lines, their 'cost' and --costs");
}

TEST(ResultComparison, AProgramThatIsPredictedTooFastGetsAnotherFactor) {
  RunResult run = result_of(2, {process("p[0]", 2, 1.9)});
  RunResult prediction = result_of(1, {process("p[0]", 1, 0.95)});
  prediction.kind = "predict";
  for (RunResult* result : {&run, &prediction}) {
    result->program.emplace();
    result->runs[0].processes[0].cpu_s = result->runs[0].processes[0].real_s;
  }
  prediction.environment = {{"compute", "\"measured:1.5\""}};
  EXPECT_EQ(first_advice(run, prediction),
            "predict with '--compute measured:3' in place of 'measured:1.5'");
  prediction.environment = {{"compute", "\"fixed:costs.txt\""}};
  EXPECT_EQ(first_advice(run, prediction),
            "correct the times that '--compute fixed:costs.txt' charges");
  prediction.environment = {{"compute", "\"annotated\""}};
  prediction.runs[0].processes[0].compute_s = 20e-9;
  EXPECT_EQ(first_advice(run, prediction),
            "the prediction charges no time: predict with '--compute measured'");
}

}  // namespace
}  // namespace dps::profiles
