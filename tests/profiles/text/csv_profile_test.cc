#include "profiles/text/csv_profile.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "profiles/view.h"
#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

/// Parses CSV by the rules of RFC 4180 only.
std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> lines(1, std::vector<std::string>(1));
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& field = lines.back().back();
    if (text[i] == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"') {
      field += text[++i];
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (text[i] == ',' && !quoted) {
      lines.back().emplace_back();
    } else if (text.compare(i, 2, "\r\n") == 0 && !quoted) {
      lines.emplace_back(1);
      ++i;
    } else {
      field += text[i];
    }
  }
  lines.pop_back();
  return lines;
}

TEST(CsvProfile, HasARowForEveryProcessUnitAndFunctionality) {
  const auto lines = parse_csv(csv_profile(matrix_multiply_2()));
  ASSERT_EQ(lines.size(), 1U + 5 * (1 + 1 + 3));
  for (const auto& line : lines) {
    EXPECT_EQ(line.size(), lines[0].size());
  }
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(lines[0].begin(), lines[0].end(), name) -
                                    lines[0].begin());
  };
  const auto& mf2 = lines[24];
  EXPECT_EQ(mf2[column("level")], "functionality");
  EXPECT_EQ(mf2[column("ptag")], "Master.p[0]");
  EXPECT_EQ(mf2[column("futag")], "master.fu");
  EXPECT_EQ(mf2[column("ftag")], "mf2.f");
  EXPECT_EQ(mf2[column("triggered")], "104");
  EXPECT_EQ(mf2[column("msgs_out")], "104");
  EXPECT_EQ(mf2[column("msgs_in")], "");
  const auto& unit = lines[22];
  EXPECT_EQ(unit[column("active")], "1");
  EXPECT_EQ(unit[column("msgs_in")], "104");
  EXPECT_EQ(unit[column("late_msgs")], "");
  const auto& process = lines[21];
  EXPECT_EQ(process[column("late_msgs")], "4");
  EXPECT_EQ(process[column("htag")], "A");
}

TEST(CsvProfile, QuotesSpecialCharacters) {
  RunResult result = incomplete();
  result.runs[0].processes.resize(1);
  result.runs[0].processes[0].ptag = "a,\"b\"\r\n[0]";
  const auto lines = parse_csv(csv_profile(result));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1][1], "a,\"b\"\r\n[0]");
}

TEST(CsvProfile, PrintsTheMedianRun) {
  const auto lines = parse_csv(csv_profile(five_runs()));
  ASSERT_EQ(lines.size(), 2U + 5);
  EXPECT_EQ(lines[1][6], "1");
}

TEST(CsvProfile, HasTheStatisticsOfSeveralRuns) {
  const auto lines = parse_csv(csv_profile(five_runs()));
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(lines[0].begin(), lines[0].end(), name) -
                                    lines[0].begin());
  };
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_EQ(lines[1][column("statistic")], "");
  EXPECT_EQ(lines[2][column("ptag")], "Loop.p[0]");
  EXPECT_EQ(lines[2][column("statistic")], "mean");
  EXPECT_EQ(lines[2][column("real_s")], "1.575");
  EXPECT_EQ(lines[2][column("run")], "");
  EXPECT_EQ(lines[3][column("statistic")], "half_width");
  EXPECT_EQ(lines[6][column("statistic")], "max");
  EXPECT_EQ(lines[6][column("real_s")], "2");
}

TEST(CsvProfile, WithoutARunOnlyTheHeaderIsPrinted) {
  RunResult result = five_runs();
  result.runs.clear();
  EXPECT_EQ(parse_csv(csv_profile(result)).size(), 1U);
}

}  // namespace
}  // namespace dps::profiles
