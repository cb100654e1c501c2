#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/printable.h"
#include "base/text/layout.h"
#include "profiles/comparison/compare_designs.h"
#include "profiles/comparison/design_figures.h"
#include "profiles/comparison/designs_output.h"
#include "tests/profiles/sample_designs.h"
#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

/// A process that computes and sends for the given times and waits for the rest of `real_s`.
ProcessProfile design_process(std::string ptag, double real_s, double compute_s,
                              double send_s = 0) {
  ProcessProfile p;
  p.ptag = std::move(ptag);
  p.real_s = real_s;
  p.cpu_s = compute_s;
  p.compute_s = compute_s;
  p.send_s = send_s;
  p.wait_s = real_s - compute_s - send_s;
  return p;
}

/// Runs of one process that computes all the time.
NamedResult design(std::string name, const std::vector<double>& makespans) {
  NamedResult named{std::move(name), {}};
  named.result.level = Level::kProcess;
  for (const double makespan_s : makespans) {
    named.result.runs.push_back(
        {makespan_s, {}, {design_process("P.p[0]", makespan_s, makespan_s)}, {}});
  }
  return named;
}

NamedResult prediction(std::string name, const std::vector<double>& makespans,
                       std::string blueprint = "") {
  NamedResult named = design(std::move(name), makespans);
  named.result.kind = "predict";
  named.result.blueprint.text = std::move(blueprint);
  return named;
}

std::vector<std::string> names_of(const DesignComparison& comparison) {
  std::vector<std::string> names;
  for (const Design& one : comparison.designs) {
    names.push_back(one.name());
  }
  return names;
}

bool has_remark(const DesignComparison& comparison, const std::string& text) {
  return std::ranges::any_of(comparison.remarks, [&](const std::string& remark) {
    return remark.find(text) != std::string::npos;
  });
}

TEST(Designs, AreRankedByTheirMeanMakespan) {
  const auto comparison = compare_designs(
      {design("slow", {3.0, 3.2}), design("fast", {1.0, 1.1}), design("middle", {2.0, 2.1})}, {});
  EXPECT_EQ(names_of(comparison), (std::vector<std::string>{"fast", "middle", "slow"}));
  EXPECT_DOUBLE_EQ(*comparison.designs[2].to_fastest->ratio, 3.1 / 1.05);
}

TEST(Designs, ADifferenceBeyondTheNoiseIsShown) {
  const auto comparison = compare_designs(
      {design("a", {2.0, 2.01, 1.99, 2.0}), design("b", {1.0, 1.01, 0.99, 1.0})}, {});
  ASSERT_NE(comparison.fastest(), nullptr);
  EXPECT_EQ(comparison.fastest()->name(), "b");
  EXPECT_EQ(comparison.verdict.rfind("b is fastest: 2.000 times as fast as a (95% interval ", 0),
            0U)
      << comparison.verdict;
  EXPECT_NE(comparison.verdict.find("over 4 runs each)"), std::string::npos);
}

TEST(Designs, ADifferenceWithinTheNoiseIsNotShown) {
  const auto comparison =
      compare_designs({design("a", {1.0, 1.5, 0.8}), design("b", {1.1, 1.4, 0.9})}, {});
  EXPECT_EQ(comparison.fastest(), nullptr);
  EXPECT_EQ(comparison.certainty(), Certainty::kNotShown);
  EXPECT_EQ(comparison.verdict.rfind("no difference can be shown between a and b: ", 0), 0U)
      << comparison.verdict;
  EXPECT_EQ(comparison.designs[1].explanation, "");
}

TEST(Designs, TheNoiseOfOneRunIsUnknown) {
  const auto one_each = compare_designs({design("a", {1}), design("b", {2})}, {});
  EXPECT_EQ(one_each.fastest(), nullptr);
  EXPECT_EQ(
      one_each.verdict,
      "a has the shortest makespan: 2.000 times as fast as b; the noise is not known, with one run "
      "of each: use --runs");
  const auto one = compare_designs({design("a", {1, 1.1}), design("b", {2})}, {});
  EXPECT_EQ(one.certainty(), Certainty::kNoiseUnknown);
  EXPECT_NE(one.verdict.find("with one run of b: use --runs"), std::string::npos) << one.verdict;
}

TEST(Designs, PredictionsWithoutRandomQuantitiesAreExact) {
  const auto comparison = compare_designs({prediction("a", {1}), prediction("b", {1.25})}, {});
  EXPECT_EQ(comparison.verdict,
            "a is fastest: 1.250 times as fast as b (these predictions do not vary: exact for the "
            "machine model)");
  const auto equal = compare_designs({prediction("a", {1}), prediction("b", {1, 1})}, {});
  EXPECT_EQ(equal.fastest(), nullptr);
  EXPECT_EQ(
      equal.verdict,
      "a and b are equally fast (these predictions do not vary: exact for the machine model)");
  const auto three = compare_designs(
      {prediction("a", {1}), prediction("b", {2}), prediction("c", {1}), prediction("d", {1})}, {});
  EXPECT_EQ(three.verdict.substr(0, 28), "a, c and d are equally fast ") << three.verdict;
}

TEST(Designs, OnePredictionWithRandomQuantitiesIsNotExact) {
  const std::string random = "# compute uniform(1,2)\nC Work.c compute {normal (2, 0.3)}ms\n";
  const auto one = compare_designs({prediction("a", {1}, random), prediction("b", {2})}, {});
  EXPECT_EQ(one.certainty(), Certainty::kNoiseUnknown);
  const auto many =
      compare_designs({prediction("a", {1, 1.01, 1.02}, random), prediction("b", {2})}, {});
  EXPECT_EQ(many.certainty(), Certainty::kShown);
  EXPECT_NE(many.verdict.find("over 3 runs and an exact prediction)"), std::string::npos)
      << many.verdict;
}

TEST(Designs, CommentsAndOtherNamesAreNotRandomQuantities) {
  EXPECT_FALSE(mentions_random("  # normal(1,2)\nV normal 3\nC A.c compute abnormal(3)\n"));
  EXPECT_FALSE(mentions_random("C A.c compute 1ms  # not normal(1,2)\n"));
  EXPECT_TRUE(mentions_random("O X.o P.p -t X.m -b {64+lognormal(7, 1)}"));
  EXPECT_TRUE(mentions_random("C A.c compute \\\n  {normal (2, 0.3)}ms\n"));
}

TEST(Designs, ChoicesAndPickedReceiversAreRandom) {
  EXPECT_TRUE(mentions_random("U cache.fu hit.f*0.8|miss.f*0.2 end.f\n"));
  EXPECT_FALSE(mentions_random("V n 1 || 0\nU cache.fu hit.f  # or hit.f|miss.f\n"));
  EXPECT_TRUE(mentions_random("O X.o P.p -t X.m -pick \\\n random\n"));
  EXPECT_FALSE(mentions_random("O X.o P.p -t X.m -pick least\nI random.i 1 X.m\n"));
  const auto one =
      compare_designs({prediction("a", {1}, "U a.fu a.f|b.f\n"), prediction("b", {2})}, {});
  EXPECT_EQ(one.certainty(), Certainty::kNoiseUnknown);
}

TEST(Designs, TheVerdictNamesResultsThatForHasEnded) {
  NamedResult first = prediction("a.json", {5, 5});
  first.result.notes = {
      "ended after 5 s, as requested: 2 processes were not complete, and 9 messages were under "
      "way"};
  const auto comparison = compare_designs({first, prediction("b.json", {5, 5})}, {});
  EXPECT_TRUE(comparison.verdict.ends_with(
      "; but --for ended a.json, whose makespan does not depend on the design: compare latencies, "
      "ages and rates"))
      << comparison.verdict;
}

TEST(Designs, ManyComparisonsNeedWiderIntervals) {
  const NamedResult a = design("a", {1.00, 1.01, 0.99, 1.02});
  const NamedResult b = design("b", {1.04, 1.05, 1.03, 1.04});
  const auto two = compare_designs({a, b}, {});
  const auto three = compare_designs({a, b, design("c", {2.00, 2.01, 2.02, 1.99})}, {});
  EXPECT_DOUBLE_EQ(two.confidence, 0.95);
  EXPECT_DOUBLE_EQ(three.confidence, 1 - 0.05 / 3);
  EXPECT_LT(three.designs[1].to_fastest->interval->low, two.designs[1].to_fastest->interval->low);
}

TEST(Designs, AnIncompleteResultIsListedButNotRanked) {
  NamedResult broken = design("broken", {0.1, 0.1});
  broken.result.complete = false;
  broken.result.notes = {"the process P.p[0] died"};
  const auto comparison =
      compare_designs({broken, design("a", {1, 1.1}), design("b", {5, 5.1})}, {});
  EXPECT_EQ(names_of(comparison), (std::vector<std::string>{"a", "b", "broken"}));
  EXPECT_EQ(comparison.ranked(), 2U);
  EXPECT_DOUBLE_EQ(comparison.confidence, 0.95);
  EXPECT_TRUE(has_remark(
      comparison, "broken is not ranked: the result is incomplete: the process P.p[0] died"));
  EXPECT_EQ(compare_designs({broken, design("a", {1})}, {}).verdict,
            "nothing can be ranked: only a is complete");
  NamedResult none = design("none", {});
  EXPECT_EQ(compare_designs({broken, none}, {}).verdict,
            "nothing can be ranked: no result is complete");
}

TEST(Designs, TheExplanationNamesTheKindOfTimeOfTheBusiestProcess) {
  NamedResult a = design("a", {1});
  NamedResult b = design("b", {2});
  a.result.runs[0].processes = {design_process("Master.p[0]", 1, 0.1, 0.2),
                                design_process("Worker.p[0]", 0.5, 0.5)};
  b.result.runs[0].processes = {design_process("Master.p[0]", 2, 0.2, 1.24)};
  const auto comparison = compare_designs({a, b}, {});
  EXPECT_EQ(comparison.designs[1].explanation,
            "b takes 1 s longer, mostly in send: its busiest process, Master.p[0], sends for 1.24 "
            "s (62.0% of the makespan); in a, Master.p[0] sends for 200 ms (20.0% of the "
            "makespan)");
  EXPECT_DOUBLE_EQ(comparison.designs[0].busy_share(), 0.4);
  b.result.runs[0].processes[0].ptag = "Boss.p[0]";
  EXPECT_NE(compare_designs({a, b}, {})
                .designs[1]
                .explanation.find("; in a, the busiest, Worker.p[0], sends for 0 s"),
            std::string::npos);
}

TEST(Designs, TheExplanationListsKindsUntilTheyAmountToHalf) {
  NamedResult a = design("a", {1});
  NamedResult b = design("b", {4});
  a.result.runs[0].processes = {design_process("Master.p[0]", 1, 0, 0)};
  b.result.runs[0].processes = {design_process("Master.p[0]", 4, 1.1, 0.9)};  // waits for 2 s
  const std::string busy = compare_designs({a, b}, {}).designs[1].explanation;
  EXPECT_EQ(busy,
            "b takes 3 s longer, mostly in compute and send: its busiest process, Master.p[0], "
            "computes for 1.1 s (27.5% of the makespan) and sends for 900 ms (22.5%); in a, "
            "Master.p[0] computes for 0 s (0.0% of the makespan) and sends for 0 s (0.0%)");
  b.result.runs[0].processes = {design_process("Master.p[0]", 4, 0.1, 0.1)};
  const std::string waiting = compare_designs({a, b}, {}).designs[1].explanation;
  EXPECT_EQ(waiting.rfind("b takes 3 s longer, mostly in wait: ", 0), 0U) << waiting;
}

TEST(Designs, UnknownTimesStayUnknown) {
  NamedResult a = design("a", {1});
  NamedResult b = design("b", {2});
  a.result.runs[0].processes[0].cpu_s = kUnknown;
  b.result.runs[0].totals = RunTotals{};
  b.result.runs[0].totals->processes = 5;  // saved with --only
  const auto comparison = compare_designs({a, b}, {});
  EXPECT_TRUE(has_remark(comparison, "unknown in a: cpu"));
  EXPECT_TRUE(has_remark(comparison, "b was saved with --only and lacks processes"));
  EXPECT_TRUE(std::isnan(comparison.designs[1].figures.times.compute_s));
  EXPECT_EQ(comparison.designs[1].figures.busiest(), nullptr);
  EXPECT_NE(designs_json(comparison).find("\"cpu_s\":null"), std::string::npos);
}

TEST(Designs, OnlyTheSameCommandIsTheSameProgram) {
  NamedResult a = design("a", {1});
  NamedResult b = design("b", {2});
  for (NamedResult* each : {&a, &b}) {
    each->result.program.emplace().command = {"mpirun", "./app"};
    each->result.blueprint = {};
    for (ProcessProfile& process : each->result.runs[0].processes) {
      process.sleep_s = kUnknown;
    }
  }
  const auto same = compare_designs({a, b}, {});
  EXPECT_TRUE(has_remark(same, "all results are of the same program and command"));
  EXPECT_FALSE(has_remark(same, "unknown in a: sleep"));
  b.result.program->command.emplace_back("--large");
  for (const std::string& remark : compare_designs({a, b}, {}).remarks) {
    EXPECT_EQ(remark.find("same"), std::string::npos) << remark;
  }
}

TEST(Designs, RanksAreBusyOutsideMpiOnly) {
  RunResult result = matrix_multiply_2();
  const auto busy_of = [&] {
    const auto figures = figures_of(result, "one");
    return figures.busiest()->times;
  };
  const KindTimes processes = busy_of();
  EXPECT_GT(processes.busy_s(), processes.compute_s);
  for (RunProfile& run : result.runs) {
    run.mpi.emplace();
  }
  EXPECT_EQ(busy_of().busy_s(), busy_of().compute_s);
}

TEST(Designs, OnlyChoosesAmongTheRowsWithTheSameTags) {
  DesignSample sample = all_design_samples()[0];
  const KnownTags known = known_tags(sample.results[0].result);
  sample.rows.selection = *Selection::parse("wf2.f", known);
  const auto comparison = sample.compared();
  ASSERT_EQ(comparison.rows.size(), 3U);  // the functionality, its unit and its process
  EXPECT_EQ(comparison.rows[2].ftag, "wf2.f");
  EXPECT_EQ(comparison.designs[0].figures.side.processes, 5U);
  sample.rows = {Level::kProcess, {}};
  EXPECT_EQ(sample.compared().rows.size(), 2U);
}

TEST(DesignsText, FitsEightyColumns) {
  for (const DesignSample& sample : all_design_samples()) {
    std::istringstream lines(designs_text(sample.compared(), false));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(printed_width(line), text::kLineWidth) << line;
      EXPECT_EQ(line.find('\x1b'), std::string::npos) << line;
    }
  }
}

TEST(DesignsText, AcceptsHugeNegativeAndZeroTimes) {
  for (const double makespan_s : {0.0, -1.0, 1e308}) {
    const auto comparison = compare_designs(
        {design("a", {makespan_s, makespan_s}), design("b", {0, 1}), design("c", {0})}, {});
    EXPECT_FALSE(designs_text(comparison, true).empty());
    EXPECT_FALSE(designs_csv(comparison).empty());
    EXPECT_FALSE(designs_json(comparison).empty());
  }
}

TEST(DesignsCsv, EveryLineHasTheColumnsOfTheHeading) {
  for (const DesignSample& sample : all_design_samples()) {
    std::istringstream lines(designs_csv(sample.compared()));
    std::string heading;
    std::getline(lines, heading);
    for (std::string line; std::getline(lines, line);) {
      if (line.find('"') == std::string::npos) {
        EXPECT_EQ(std::ranges::count(line, ','), std::ranges::count(heading, ',')) << line;
      }
    }
  }
}

/// A few designs with random runs.
std::vector<NamedResult> random_designs() {
  const auto count = *rc::gen::inRange<std::size_t>(2, 6);
  std::vector<NamedResult> designs;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> makespans;
    const auto runs = *rc::gen::inRange<std::size_t>(1, 5);
    for (std::size_t run = 0; run < runs; ++run) {
      makespans.push_back(*rc::gen::inRange(1, 64) / 64.0);
    }
    designs.push_back(*rc::gen::element(0, 1) == 0
                          ? design("d" + std::to_string(i), makespans)
                          : prediction("d" + std::to_string(i), makespans));
    designs.back().result.complete = *rc::gen::inRange(0, 8) != 0;
  }
  return designs;
}

RC_GTEST_PROP(DesignsProperty, TheOrderOfTheArgumentsHasNoEffect, ()) {
  auto designs = random_designs();
  const std::string before = designs_json(compare_designs(designs, {}));
  std::rotate(designs.begin(), designs.begin() + 1, designs.end());
  RC_ASSERT(designs_json(compare_designs(designs, {})) == before);
  std::reverse(designs.begin(), designs.end());
  RC_ASSERT(designs_json(compare_designs(designs, {})) == before);
}

RC_GTEST_PROP(DesignsProperty, AFactorOfAllTimesChangesNoRatio, ()) {
  const auto designs = random_designs();
  auto scaled = designs;
  for (NamedResult& one : scaled) {
    for (RunProfile& run : one.result.runs) {
      run.makespan_s *= 1024;  // exact in binary
    }
  }
  const auto before = compare_designs(designs, {});
  const auto after = compare_designs(scaled, {});
  for (std::size_t i = 0; i < before.designs.size(); ++i) {
    const auto& a = before.designs[i].to_fastest;
    const auto& b = after.designs[i].to_fastest;
    RC_ASSERT(a.has_value() == b.has_value());
    if (a) {
      RC_ASSERT(a->ratio == b->ratio);
      RC_ASSERT(a->certainty == b->certainty);
      RC_ASSERT(a->interval.has_value() == b->interval.has_value());
      RC_ASSERT((!a->interval || a->interval->low == b->interval->low));
    }
  }
}

RC_GTEST_PROP(DesignsProperty, OnlyACertainVerdictNamesTheFastest, ()) {
  const auto comparison = compare_designs(random_designs(), {});
  const bool says_fastest = comparison.verdict.find("is fastest") != std::string::npos;
  RC_ASSERT(says_fastest == (comparison.fastest() != nullptr));
  if (says_fastest) {
    for (const Design& one : comparison.designs) {
      RC_ASSERT((!one.to_fastest || one.to_fastest->certainty >= Certainty::kShown));
    }
  }
}

}  // namespace
}  // namespace dps::profiles
