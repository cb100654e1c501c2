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
#include "tests/profiles/compared_results.h"
#include "tests/profiles/sample_comparisons.h"
#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

std::vector<const ComparedRow*> all_rows(const ResultComparison& comparison) {
  std::vector<const ComparedRow*> rows;
  visit_rows(comparison.rows, [&](const ComparedRow& row, const auto&) { rows.push_back(&row); });
  return rows;
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
