// Comparisons of traces as lines of states: figure 2.10 and the tables of the dissertation on MPI
// data sheets, alignment, and the verdict.
#include "profiles/traces/states/state_comparison.h"

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include "profiles/traces/states/common_states.h"
#include "profiles/traces/states/state_comparison_output.h"
#include "profiles/traces/states/state_reader.h"
#include "tests/profiles/traces/paper_traces.h"

namespace dps::traces {
namespace {

StateTrace read(const std::string& text) {
  const StateReading reading = read_states(text);
  EXPECT_TRUE(reading.trace.has_value()) << render({"x.trace", text}, reading.diagnostics);
  return reading.trace.value_or(StateTrace{});
}

StateComparison compared(const std::string& a, const std::string& b,
                         const StateComparisonOptions& options = {}) {
  return compare_states(read(a), read(b), options);
}

std::string two_digits(const StateTimes& times) {
  const auto of = [](std::optional<StateTime> time) {
    return static_cast<double>(time.value_or(-1)) / static_cast<double>(kStateSecond);
  };
  return fmt::format("{:.2f} {:.2f} {:.2f}", of(times.a), of(times.b), times.ratio().value_or(-1));
}

/// Source: dissertation, figure 2.10. Its instants have two decimals.
TEST(StateComparison, FigureTwoPointTen) {
  const std::string measured = paper_trace(
      {{"p0", {{"COMPUTE", 1.23}, {"BARRIER", 0.11}, {"COMPUTE", 2.46}, {"WAIT", 0.20}}}}, 2);
  const std::string predicted = paper_trace(
      {{"p0", {{"COMPUTE", 0.78}, {"BARRIER", 0.24}, {"COMPUTE", 1.28}, {"WAIT", 0.70}}}}, 2);
  const auto comparison = compared(measured, predicted, {.level = StateLevel::kLine});
  std::vector<std::string> lines;
  for (const StateLine& line : comparison.lines) {
    lines.push_back(line.process + " " + line.state + " " + two_digits(line.times) + " " +
                    std::to_string(line.line_a.value_or(0)));
  }
  EXPECT_EQ(lines,
            (std::vector<std::string>{"p0 BUSY 1.23 0.78 0.63 7", "p0 BARRIER 0.11 0.24 2.18 8",
                                      "p0 BUSY 2.46 1.28 0.52 9", "p0 WAIT 0.20 0.70 3.50 10"}));
  const std::vector<std::string> sums{"BUSY 3.69 2.06 0.56", "BARRIER 0.11 0.24 2.18",
                                      "WAIT 0.20 0.70 3.50"};
  for (const auto* level : {&comparison.processes, &comparison.totals}) {
    std::vector<std::string> found;
    for (const StateSum& sum : *level) {
      found.push_back(sum.state + " " + two_digits(sum.times));
    }
    EXPECT_EQ(found, sums);
  }
  EXPECT_TRUE(comparison.is_alike());
  EXPECT_FALSE(comparison.is_within());
}

struct PaperRow {
  std::string state;
  double a, b;   ///< printed seconds
  double ratio;  ///< printed
};

struct PaperTable {
  std::string name;
  std::vector<PaperRow> rows;
  double half_digit;  ///< half of the last digit of printed times
};

void PrintTo(const PaperTable& table, std::ostream* out) {
  *out << table.name;
}

/// Source: dissertation, 5.4.2 and 5.4.5. Each time is a sum over the processes.
const std::vector<PaperTable>& paper_tables() {
  static const std::vector<PaperTable> tables{
      {"Table5Point1",
       {{"SEND", 0.004571, 0.004605, 1.007365},
        {"RECV", 0.367272, 0.357369, 0.973037},
        {"BARRIER", 0.242121, 0.183040, 0.755984},
        {"BUSY", 3.949576, 2.121767, 0.537214},
        {"BCAST", 0.002806, 0.003097, 1.103726},
        {"ALLGATHER", 0.004120, 0.005161, 1.252807},
        {"GATHER", 0.249811, 0.218897, 0.876252},
        {"ALLREDUCE", 22.954994, 18.272695, 0.796023}},
       0.5e-6},
      {"Table5Point2",
       {{"SEND", 0.018175, 0.031034, 1.707511},
        {"RECV", 0.165123, 0.020715, 0.125453},
        {"BARRIER", 0.262404, 0.000517, 0.001971},
        {"BUSY", 23.825751, 41.324430, 1.734444},
        {"BCAST", 0.225873, 0.000402, 0.001780},
        {"ALLGATHER", 0.003093, 0.000290, 0.093749},
        {"GATHER", 0.000258, 0.000293, 1.133884},
        {"ALLREDUCE", 3.274713, 1.311991, 0.400643}},
       0.5e-6},
      {"Table5Point4", {{"SEND", 0.118, 0.049, 0.41}, {"RECV", 0.085, 0.114, 1.34}}, 0.5e-3},
      {"Table5Point5", {{"SEND", 0.118, 0.084, 0.71}, {"RECV", 0.085, 0.109, 1.29}}, 0.5e-3}};
  return tables;
}

/// The trace of two processes that share each time of the table unequally.
std::string table_trace(const PaperTable& table, double PaperRow::*time, double share) {
  std::vector<PaperProcess> processes{{"p[0]", {}}, {"p[1]", {}}};
  for (const PaperRow& row : table.rows) {
    const double first = std::round(row.*time * share * 1e6) / 1e6;
    processes[0].states.emplace_back(row.state, first);
    processes[1].states.emplace_back(row.state, row.*time - first);
  }
  return paper_trace(processes);
}

class PaperTables : public testing::TestWithParam<PaperTable> {};

TEST_P(PaperTables, HasThePrintedRatiosWithinTheRoundingOfTheTimes) {
  const PaperTable& table = GetParam();
  const auto comparison =
      compared(table_trace(table, &PaperRow::a, 0.3), table_trace(table, &PaperRow::b, 0.6));
  ASSERT_EQ(comparison.totals.size(), table.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const PaperRow& row = table.rows[i];
    const StateSum& sum = comparison.totals[i];
    EXPECT_EQ(sum.state, row.state);
    const double ratio = sum.times.ratio().value_or(0);
    EXPECT_NEAR(ratio, row.b / row.a, 1e-9 + 4e-6 * row.b / row.a) << row.state;
    const double half_ratio = table.half_digit > 1e-4 ? 0.005 : 0.5e-6;
    const double least = (row.b - table.half_digit) / (row.a + table.half_digit) - half_ratio;
    const double most = (row.b + table.half_digit) / (row.a - table.half_digit) + half_ratio;
    EXPECT_LE(least, row.ratio) << row.state;
    EXPECT_GE(most, row.ratio) << row.state;
    EXPECT_LE(least, ratio) << row.state;
    EXPECT_GE(most, ratio) << row.state;
    EXPECT_EQ(sum.calls_a, 2U);
  }
}

INSTANTIATE_TEST_SUITE_P(StateComparison, PaperTables, testing::ValuesIn(paper_tables()),
                         [](const auto& table) { return table.param.name; });

/// Source: dissertation, table 5.3; its sums are those of ALLREDUCE in table 5.2.
TEST(StateComparison, TheAllreducesOfTableFivePointThreeAddUpToThoseOfTableFivePointTwo) {
  const auto trace = [](double first, double second) {
    return paper_trace({{"p[0]", {{"ALLREDUCE", first}}}, {"p[1]", {{"ALLREDUCE", second}}}});
  };
  const auto comparison = compared(trace(0.763569, 2.511144), trace(0.655996, 0.655996));
  ASSERT_EQ(comparison.processes.size(), 2U);
  EXPECT_NEAR(*comparison.processes[0].times.ratio(), 0.859118, 1.5e-6);
  EXPECT_NEAR(*comparison.processes[1].times.ratio(), 0.261234, 1.5e-6);
  ASSERT_EQ(comparison.totals.size(), 1U);
  const StateSum& total = comparison.totals[0];
  EXPECT_EQ(total.times.a, 3'274'713'000'000);
  EXPECT_NEAR(static_cast<double>(*total.times.b) / 1e12, 1.311991, 1.1e-6);  // printed: 1 us less
  EXPECT_EQ(total.most_a, 2'511'144'000'000);
  EXPECT_EQ(total.most_b, 655'996'000'000);
}

TEST(StateComparison, ARatioIsInfiniteIfOnlyAIsZeroAndOneIfBothAre) {
  const auto trace = [](double barrier) {
    return paper_trace({{"p[0]", {{"BUSY", 1}, {"SEND", 0}, {"BARRIER", barrier}}}});
  };
  const auto comparison = compared(trace(0), trace(0.5), {.level = StateLevel::kLine});
  const std::string text = state_comparison_text(comparison);
  EXPECT_NE(text.find("SEND                 0.000000      0.000000    1.000000           -  1\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("BARRIER              0.000000      0.500000         inf         inf  1 *\n"),
            std::string::npos)
      << text;
  const auto json = nlohmann::json::parse(state_comparison_json(comparison));
  EXPECT_TRUE(json["total"][2]["ratio"].is_null());
  EXPECT_EQ(json["total"][1]["ratio"], 1);
  EXPECT_TRUE(json["total"][1]["median_ratio"].is_null());
  EXPECT_EQ(json["line"].size(), 3U);
  EXPECT_NE(state_comparison_csv(comparison).find("total,,BARRIER,,,0,0.5,,,1,0,0.5,1,1,0,0,,\n"),
            std::string::npos)
      << state_comparison_csv(comparison);
}

TEST(StateComparison, TheMedianRatioLeavesOutPairsOfTwoZeros) {
  const auto trace = [](double send) {
    return paper_trace({{"p[0]", {{"SEND", 0}, {"SEND", 0}, {"SEND", send}}}});
  };
  const auto comparison = compared(trace(1), trace(2));
  EXPECT_EQ(comparison.totals.at(0).median_ratio, 2);
  EXPECT_EQ(comparison.totals.at(0).times.ratio(), 2);
}

TEST(StateComparison, StatesWithoutAPartnerAreCountedAndNotAlike) {
  const std::string a =
      paper_trace({{"p[0]", {{"BUSY", 1}, {"SEND", 1}, {"RECV", 1}, {"BUSY", 1}}}});
  const std::string b =
      paper_trace({{"p[0]", {{"BUSY", 1}, {"RECV", 1}, {"BARRIER", 1}, {"BUSY", 1}}}});
  const auto comparison = compared(a, b, {.level = StateLevel::kLine, .tolerance_percent = 1000});
  EXPECT_EQ(comparison.a.unmatched, 1U);
  EXPECT_EQ(comparison.b.unmatched, 1U);
  EXPECT_FALSE(comparison.is_within());
  std::vector<std::string> states;
  for (const StateLine& line : comparison.lines) {
    states.push_back(line.state + (line.times.a ? "a" : "-") + (line.times.b ? "b" : "-"));
  }
  EXPECT_EQ(states,
            (std::vector<std::string>{"BUSYab", "SENDa-", "RECVab", "BARRIER-b", "BUSYab"}));
  const auto more = compared(a, paper_trace({{"p[1]", {{"BUSY", 4}}}}));
  EXPECT_EQ(more.a.unmatched, 4U);
  EXPECT_EQ(more.b.unmatched, 1U);
}

TEST(StateComparison, SitesAndPeersKeepStatesApart) {
  const auto trace = [](const std::string& first, const std::string& second) {
    return "$types\nState SEND DONE\n$bars\np[0] State\np[1] State\n$events\n"
           "u:p[0] at 0: P SEND\n" +
           first + "u:p[0] at 1: P SEND\n" + second + "u:p[0] at 3: P DONE\n";
  };
  const std::string site = "u:p[0] at 0: T site a.c:1\n";
  const std::string peer = "u:p[0] at 1: S p[1] 5 800\n";
  EXPECT_TRUE(compared(trace(site, peer), trace(site, peer)).is_within());
  EXPECT_EQ(compared(trace(site, peer), trace(site, "")).a.unmatched, 1U);
  EXPECT_EQ(compared(trace(site, peer), trace("", peer)).a.unmatched, 1U);
}

TEST(StateComparison, OwnTimesLeaveOutIdleOnes) {
  const std::string a =
      "$types\nState RECV WAIT DONE\n$bars\np[0] State\n$events\nu:p[0] at 0: P RECV\n"
      "u:p[0] at 0: T idle 0.75\nu:p[0] at 1: P WAIT\nu:p[0] at 3: P DONE\n";
  const auto comparison = compared(a, a, {.own = true});
  ASSERT_EQ(comparison.totals.size(), 2U);
  EXPECT_EQ(comparison.totals[0].times.a, kStateSecond / 4);
  EXPECT_EQ(comparison.totals[0].idle_a, kStateSecond * 3 / 4);
  EXPECT_EQ(comparison.totals[1].times.a, 0);
  EXPECT_EQ(comparison.totals[1].idle_b, 2 * kStateSecond);
}

TEST(StateComparison, TheToleranceIsThatOfTotalsAndOfTheMakespan) {
  const auto trace = [](double busy, double send) {
    return paper_trace({{"p[0]", {{"BUSY", busy}, {"SEND", send}}}});
  };
  EXPECT_TRUE(compared(trace(10, 1), trace(10.9, 1.05)).is_within());
  EXPECT_FALSE(compared(trace(10, 1), trace(11.1, 1)).is_within());
  EXPECT_FALSE(compared(trace(10, 1), trace(10, 1.2)).is_within());
  EXPECT_TRUE(compared(trace(10, 0.1), trace(10, 0.2)).is_within());  // 1 % of all is negligible
  EXPECT_TRUE(compared(trace(10, 1), trace(11.1, 1), {.tolerance_percent = 15}).is_within());
}

/// The length of a longest common subsequence, by the textbook's table.
std::size_t longest(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      table[i + 1][j + 1] =
          a[i] == b[j] ? table[i][j] + 1 : std::max(table[i][j + 1], table[i + 1][j]);
    }
  }
  return table[a.size()][b.size()];
}

RC_GTEST_PROP(CommonElements, AreALongestCommonSubsequence, ()) {
  const auto size = *rc::gen::inRange(0, 60);
  const auto letters = static_cast<std::uint32_t>(*rc::gen::inRange(1, 6));
  const auto sequence = rc::gen::container<std::vector<std::uint32_t>>(
      static_cast<std::size_t>(size), rc::gen::inRange<std::uint32_t>(0, letters));
  const auto a = *sequence;
  const auto b =
      *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, letters));
  const auto pairs = common_elements(a, b);
  RC_ASSERT(pairs.size() == longest(a, b));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    RC_ASSERT(a[pairs[i].first] == b[pairs[i].second]);
    RC_ASSERT(
        (i == 0 || (pairs[i].first > pairs[i - 1].first && pairs[i].second > pairs[i - 1].second)));
  }
}

TEST(CommonElements, AreFoundInSequencesWithMoreDifferencesThanAreSearched) {
  std::vector<std::uint32_t> a;
  std::vector<std::uint32_t> b;
  for (std::uint32_t i = 0; i < 12'000; ++i) {
    a.push_back(i * 7919 % 10'007);
    b.push_back(i * 104'729 % 10'007 + (i % 3 == 0 ? 0 : 20'000));
  }
  const auto pairs = common_elements(a, b);
  ASSERT_FALSE(pairs.empty());
  for (std::size_t i = 1; i < pairs.size(); ++i) {
    ASSERT_LT(pairs[i - 1].first, pairs[i].first);
    ASSERT_LT(pairs[i - 1].second, pairs[i].second);
    ASSERT_EQ(a[pairs[i].first], b[pairs[i].second]);
  }
}

}  // namespace
}  // namespace dps::traces
