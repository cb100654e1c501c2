#include <cmath>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/printable.h"
#include "base/text/layout.h"
#include "profiles/comparison/compare.h"
#include "profiles/comparison/comparison_output.h"
#include "tests/profiles/sample_comparisons.h"
#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

std::vector<const ComparedRow*> all_rows(const ResultComparison& comparison) {
  std::vector<const ComparedRow*> rows;
  visit_rows(comparison.rows, [&](const ComparedRow& row, const auto&) { rows.push_back(&row); });
  return rows;
}

ResultComparison compared(const RunResult& a, const RunResult& b, double tolerance_percent = 10) {
  ComparisonOptions options;
  options.tolerance_percent = tolerance_percent;
  auto comparison = compare(a, b, options);
  EXPECT_TRUE(comparison) << comparison.error().message;
  return std::move(*comparison);
}

/// A process that computes and sends for the given times and waits for the rest of `real_s`.
ProcessProfile process(std::string ptag, double real_s, double compute_s, double send_s = 0) {
  ProcessProfile p;
  p.ptag = std::move(ptag);
  p.host = "node1";
  p.real_s = real_s;
  p.cpu_s = p.user_s = compute_s;
  p.compute_s = compute_s;
  p.send_s = send_s;
  p.wait_s = real_s - compute_s - send_s;
  return p;
}

RunResult result_of(double makespan_s, std::vector<ProcessProfile> processes) {
  RunResult result;
  result.level = Level::kProcess;
  result.hosts = {{"node1", "", "", 1000, 4, 0, {}, 0, 0}};
  result.runs.push_back({makespan_s, {}, std::move(processes), {}});
  return result;
}

TEST(ResultComparison, AResultEqualsItself) {
  for (const Sample& sample : all_samples()) {
    SCOPED_TRACE(sample.name);
    RunResult result = sample.result;
    result.complete = true;
    const ResultComparison comparison = compared(result, result, 0);
    EXPECT_TRUE(comparison.is_within());
    EXPECT_EQ(comparison.makespan.ratio(), 1);
    EXPECT_TRUE(comparison.causes.empty());
    for (const ComparedRow* row : all_rows(comparison)) {
      EXPECT_EQ(row->real.ratio(), 1) << row->name;
      EXPECT_EQ(row->clones_beyond, 0U);
    }
  }
}

TEST(ResultComparison, MirrorsWhenTheSidesAreExchanged) {
  for (const SamplePair& pair : all_sample_pairs()) {
    SCOPED_TRACE(pair.name);
    const ResultComparison there = compared(pair.a, pair.b);
    const ResultComparison back = compared(pair.b, pair.a);
    const auto rows = all_rows(there);
    const auto mirrored = all_rows(back);
    ASSERT_EQ(rows.size(), mirrored.size());
    EXPECT_EQ(there.counts_differing(), back.counts_differing());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(rows[i]->name, mirrored[i]->name);
      EXPECT_EQ(rows[i]->real.difference_s(), -mirrored[i]->real.difference_s());
      if (rows[i]->real.b_s > 0) {
        EXPECT_NEAR(*rows[i]->real.ratio() * *mirrored[i]->real.ratio(), 1, 1e-12);
      }
      EXPECT_EQ(rows[i]->real.is_within_noise(), mirrored[i]->real.is_within_noise());
    }
  }
}

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
  EXPECT_EQ(send.find("1.150 ms per message, predicted 50 us: the CPU time does not show it: "), 0U)
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

TEST(ResultComparison, UnknownTimesAreNotCountedAsZero) {
  const auto a = result_of(1, {process("P.p[0]", 1, 1), process("Q.p[0]", 1, 0.5)});
  auto b = a;
  b.runs[0].processes[0].cpu_s = kUnknown;
  ProcessProfile& lost = b.runs[0].processes[1];
  lost.real_s = lost.cpu_s = lost.compute_s = lost.send_s = lost.wait_s = lost.take_s = kUnknown;
  lost.counted = Counted::kNothing;
  lost.msgs_out = 0;
  const auto comparison = compared(a, b);
  EXPECT_EQ(comparison.remarks.back(), "unknown in B: CPU time of P.p");
  EXPECT_EQ(comparison.mismatches.back(),
            "unknown in B: real time, CPU time, compute time, send time, take time, counts of "
            "messages of Q.p");
  EXPECT_TRUE(std::isnan(comparison.rows[1].real.b_s));
  EXPECT_FALSE(comparison.rows[1].real.is_beyond);
  EXPECT_EQ(comparison.counts_differing(), 0U);
  EXPECT_NE(comparison_json(comparison).find("\"b_s\":null"), std::string::npos);
  const std::string text = comparison_text(comparison, false);
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_EQ(comparison_csv(comparison).find("nan"), std::string::npos);
  EXPECT_NE(text.find("1.000 s         -      -"), std::string::npos) << text;
}

TEST(ResultComparison, ARunWithAnUnknownTimeIsLeftOutOfTheMean) {
  const auto a = result_of(1, {process("P.p[0]", 1, 1)});
  auto b = a;
  b.runs.push_back(b.runs[0]);
  b.runs[1].processes[0].real_s = kUnknown;
  EXPECT_EQ(compared(a, b).rows[0].real.b_s, 1);
}

TEST(ResultComparison, WaitingIsTheCauseIfNothingElseDiffers) {
  const auto comparison = compared(result_of(1, {process("P.p[0]", 1, 0.1)}),
                                   result_of(2, {process("P.p[0]", 2, 0.1)}));
  EXPECT_EQ(comparison.causes.front().kind, TimeKind::kWait);
  EXPECT_DOUBLE_EQ(comparison.causes.front().time.difference_s(), 1);
}

TEST(ResultComparison, ComputeTimesOfSuccessiveStagesAddUp) {
  // Each stage computes 0.1 s longer and waits for the nine others.
  std::vector<ProcessProfile> before;
  std::vector<ProcessProfile> after;
  for (int i = 0; i < 10; ++i) {
    const std::string ptag = "Stage.p[" + std::to_string(i) + "]";
    before.push_back(process(ptag, 1, 0.1));
    after.push_back(process(ptag, 2, 0.2));
  }
  const auto comparison = compared(result_of(1, before), result_of(2, after));
  EXPECT_EQ(comparison.causes.front().kind, TimeKind::kCompute);
}

TEST(ResultComparison, ToleranceIsRelativeToA) {
  const auto a = result_of(1, {process("P.p[0]", 1, 1)});
  EXPECT_TRUE(compared(a, result_of(1.1, {process("P.p[0]", 1.1, 1.1)})).is_within());
  EXPECT_FALSE(compared(a, result_of(1.11, {process("P.p[0]", 1.11, 1.11)})).is_within());
  EXPECT_FALSE(compared(a, result_of(0.89, {process("P.p[0]", 0.89, 0.89)})).is_within());
}

TEST(ResultComparison, IgnoresDifferencesBelowOnePercentOfTheMakespan) {
  const auto a = result_of(1, {process("P.p[0]", 1, 1), process("Q.p[0]", 0.001, 0)});
  auto b = a;
  b.runs[0].processes[1] = process("Q.p[0]", 0.009, 0);
  EXPECT_TRUE(compared(a, b).is_within());
  b.runs[0].processes[1] = process("Q.p[0]", 0.012, 0);
  EXPECT_FALSE(compared(a, b).is_within());
}

TEST(ResultComparison, ComparesTheSumOfTheClonesCounts) {
  auto a = result_of(1, {process("W.p[0]", 1, 1), process("W.p[1]", 1, 1)});
  auto b = a;
  a.runs[0].processes[0].msgs_out = 7;
  b.runs[0].processes[1].msgs_out = 7;
  EXPECT_TRUE(compared(a, b).is_within());
  ComparisonOptions options;
  options.list_clones = true;
  EXPECT_EQ(compare(a, b, options)->counts_differing(), 2U);
  b.runs[0].processes[1].msgs_out = 8;
  const auto comparison = compared(a, b);
  EXPECT_FALSE(comparison.is_within());
  ASSERT_EQ(comparison.rows[0].counts.size(), 1U);
  EXPECT_EQ(comparison.rows[0].counts[0].name, "msgs_out");
  EXPECT_EQ(comparison.rows[0].counts[0].b.first, 8U);
}

TEST(ResultComparison, CountsDifferIfTheRangesOverTheRunsAreDisjoint) {
  auto a = result_of(1, {process("P.p[0]", 1, 1)});
  a.runs.push_back(a.runs[0]);
  a.runs[1].processes[0].msgs_out = 4;
  auto b = result_of(1, {process("P.p[0]", 1, 1)});
  b.runs[0].processes[0].msgs_out = 3;
  EXPECT_EQ(compared(a, b).counts_differing(), 0U);
  b.runs[0].processes[0].msgs_out = 5;
  EXPECT_EQ(compared(a, b).counts_differing(), 1U);
}

TEST(ResultComparison, CountsThatDependOnTheOrderOfArrivalAreRemarks) {
  const auto a = result_of(1, {process("P.p[0]", 1, 1)});
  auto b = a;
  b.runs[0].processes[0].late_msgs = 2;
  const auto comparison = compared(a, b);
  EXPECT_TRUE(comparison.is_within());
  EXPECT_EQ(comparison.remarks.back(),
            "P.p: messages arrived in a different order: late_msgs 0 in A, 2 in B");
}

TEST(ResultComparison, AProcessInOnlyOneResultIsAMismatch) {
  const auto a = result_of(1, {process("P.p[0]", 1, 1), process("Q.p[0]", 1, 1)});
  const auto b = result_of(1, {process("P.p[0]", 1, 1), process("R.p[0]", 1, 1)});
  const auto comparison = compared(a, b);
  EXPECT_FALSE(comparison.is_within());
  const std::vector<std::string> expected{"only in A: Q.p", "only in B: R.p"};
  EXPECT_EQ(comparison.mismatches, expected);
}

TEST(ResultComparison, ADifferentNumberOfClonesIsAMismatch) {
  const auto a = result_of(1, {process("P.p[0]", 1, 1), process("P.p[1]", 1, 1)});
  const auto b = result_of(1, {process("P.p[0]", 1, 1)});
  const auto comparison = compared(a, b);
  const std::vector<std::string> expected{"P.p has 2 clones in A, 1 in B"};
  EXPECT_EQ(comparison.mismatches, expected);
  EXPECT_EQ(comparison.rows[0].real.ratio(), 1);  // per clone
}

TEST(ResultComparison, AnIncompleteResultIsAMismatch) {
  auto b = five_runs();
  b.complete = false;
  const auto comparison = compared(five_runs(), b);
  EXPECT_FALSE(comparison.is_within());
  EXPECT_EQ(comparison.mismatches[0], "B is incomplete: no reason was recorded");
}

TEST(ResultComparison, RefusesResultsWithoutARunOrACommonProcess) {
  const auto a = result_of(1, {process("P.p[0]", 1, 1)});
  const auto none = compare(a, RunResult{}, {});
  EXPECT_EQ(none.error().message, "B: the result contains no run, so there is nothing to compare");
  const auto strangers = compare(a, result_of(1, {process("Q.p[0]", 1, 1)}), {});
  EXPECT_EQ(strangers.error().message,
            "A and B have no process in common: only in A: P.p; only in B: Q.p; to rank two "
            "designs: dps compare --designs A B");
}

TEST(ResultComparison, AResultOfOneRunCountsAsExact) {
  const auto five = five_runs();
  auto one = five;
  one.runs.resize(1);
  EXPECT_FALSE(compared(one, one).makespan.noise_s);
  const auto comparison = compared(one, five);
  ASSERT_TRUE(comparison.makespan.noise_s);
  // s = 0.3010399 of five values; t(0.975, 4) = 2.776445; t * s / sqrt(5)
  EXPECT_NEAR(*comparison.makespan.noise_s, 0.373790, 1e-5);
  EXPECT_TRUE(comparison.makespan.is_within_noise());
}

TEST(ResultComparison, UsesTheCoarserLevelOfTheTwo) {
  auto coarse = matrix_multiply_2();
  coarse.level = Level::kProcess;
  for (auto& one : coarse.runs[0].processes) {
    one.units.clear();
  }
  const auto comparison = compared(matrix_multiply_2(), coarse);
  EXPECT_EQ(comparison.level, Level::kProcess);
  EXPECT_TRUE(comparison.is_within());
  EXPECT_EQ(comparison.remarks[0],
            "B was recorded at a coarser level than A; both are compared at that level");
}

/// A result with random times and counts.
RunResult random_result() {
  const auto seconds = [] { return *rc::gen::inRange(0, 100'000) / 1e5; };
  RunResult result = result_of(seconds(), {});
  const auto processes = *rc::gen::inRange<std::size_t>(1, 6);
  for (std::size_t i = 0; i < processes; ++i) {
    const std::string group = i % 2 == 0 ? "Even.p[" : "Odd.p[";
    result.runs[0].processes.push_back(
        process(group + std::to_string(i / 2) + "]", seconds(), seconds(), seconds()));
    result.runs[0].processes.back().msgs_out = *rc::gen::inRange<std::uint64_t>(0, 3);
  }
  return result;
}

RC_GTEST_PROP(ComparisonProperty, ExchangingTheSidesInvertsDifferencesAndRatios, ()) {
  const RunResult a = random_result();
  RunResult b = a;
  for (ProcessProfile& one : b.runs[0].processes) {
    one.real_s = *rc::gen::inRange(0, 100'000) / 1e5;
    one.msgs_out = *rc::gen::inRange<std::uint64_t>(0, 3);
  }
  RC_ASSERT(compare(a, a, {})->is_within());
  const auto there = *compare(a, b, {});
  const auto back = *compare(b, a, {});
  RC_ASSERT(there.counts_differing() == back.counts_differing());
  for (std::size_t i = 0; i < there.rows.size(); ++i) {
    const TimePair& time = there.rows[i].real;
    RC_ASSERT(time.difference_s() == -back.rows[i].real.difference_s());
    if (time.a_s > 0 && time.b_s > 0) {
      RC_ASSERT(std::abs(*time.ratio() * *back.rows[i].real.ratio() - 1) < 1e-12);
    }
  }
}

TEST(ComparisonText, FitsEightyColumnsAndBeginsWithTheVerdict) {
  for (const SamplePair& pair : all_sample_pairs()) {
    std::istringstream lines(comparison_text(pair.compared(), false));
    std::string line;
    std::getline(lines, line);
    EXPECT_TRUE(line.starts_with("makespan ")) << line;
    do {
      EXPECT_LE(printed_width(line), text::kLineWidth) << line;
    } while (std::getline(lines, line));
  }
}

TEST(ComparisonText, VerdictDistinguishesRowsFromTheMakespan) {
  const auto a = result_of(1, {process("P.p[0]", 1, 1), process("Q.p[0]", 0.1, 0)});
  auto b = a;
  b.runs[0].processes[1] = process("Q.p[0]", 0.2, 0);
  const std::string text = comparison_text(compared(a, b), false);
  EXPECT_TRUE(text.starts_with("makespan A 1 s, B 1 s, B/A 1.000, 1 row beyond 10%; ")) << text;
}

TEST(ComparisonText, NoCauseIsNamedWithinTheTolerance) {
  const auto comparison = compared(result_of(1, {process("P.p[0]", 1, 0.1)}),
                                   result_of(1.05, {process("P.p[0]", 1.05, 0.1)}));
  EXPECT_FALSE(comparison.causes.empty());
  const std::string text = comparison_text(comparison, false);
  EXPECT_TRUE(text.starts_with("makespan A 1 s, B 1.05 s, B/A 1.050, within 10%\n")) << text;
}

TEST(ComparisonText, TheHeadlineIsNotCutInsideAName) {
  const std::string name = "AProcessWithAVeryLongNameThatFillsTheLine.p[0]";
  const auto comparison =
      compared(result_of(1, {process(name, 1, 0.1)}), result_of(2, {process(name, 2, 0.1)}));
  EXPECT_EQ(comparison_text(comparison, false)
                .rfind("makespan A 1 s, B 2 s, B/A 2.000, beyond 10%; wait of\n" + name + "\n", 0),
            0U)
      << comparison_text(comparison, false);
}

TEST(ComparisonText, DifferentProgramsAreReferredToDesigns) {
  const auto a = result_of(1, {process("P.p[0]", 1, 1), process("Q.p[0]", 1, 1)});
  const auto b = result_of(1, {process("P.p[0]", 1, 1)});
  EXPECT_NE(comparison_text(compared(a, b), false).find("'dps compare --designs A B'"),
            std::string::npos);
  EXPECT_EQ(comparison_text(compared(a, a), false).find("--designs"), std::string::npos);
}

TEST(ComparisonText, EscapesControlCharacters) {
  auto result = incomplete();
  const std::string text = comparison_text(compared(result, result), false);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x07'), std::string::npos);
}

TEST(ComparisonText, AcceptsHugeAndNegativeTimes) {
  auto wild = result_of(1e308, {process("P.p[0]", 1e308, -1e308), process("Q.p[0]", -1, 5)});
  auto calm = result_of(0, {process("P.p[0]", 0, 0), process("Q.p[0]", 0, 0)});
  wild.runs.push_back(wild.runs[0]);
  for (const auto& comparison : {compared(wild, calm), compared(calm, wild)}) {
    EXPECT_FALSE(comparison_text(comparison, true).empty());
    EXPECT_FALSE(comparison_csv(comparison).empty());
    EXPECT_FALSE(comparison_json(comparison).empty());
  }
}

}  // namespace
}  // namespace dps::profiles
