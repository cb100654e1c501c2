#include "profiles/text/statistics_table.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/layout.h"
#include "profiles/run_statistics.h"
#include "profiles/text/process_table.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kNameWidth = kSummaryNameWidth;
constexpr std::size_t kMeanWidth = 10;
constexpr std::size_t kOtherWidth = 10;

std::string name_text(const RowStatistics& row) {
  switch (row.level) {
    case Level::kProcess:
      return row.process;
    case Level::kUnit:
      return "  " + printable(row.futag);
    case Level::kFunctionality:
      break;
  }
  return "    " + printable(row.ftag);
}

double mean_of(const RowStatistics& row, std::string_view name) {
  const Statistics* figure = row.find(name);
  return figure != nullptr && figure->count > 0 ? figure->mean : kUnknown;
}

std::string line_of(const RowStatistics& row, const text::TimeScale& scale) {
  const Statistics real = *row.find("real_s");
  const bool has = real.count > 0;
  std::string text = text::left_aligned(text::shortened(name_text(row), kNameWidth), kNameWidth);
  text += text::right_aligned(scale.text(has ? real.mean : kUnknown), kMeanWidth);
  const std::array<double, 5> others{real.half_width.value_or(kUnknown), has ? real.min : kUnknown,
                                     has ? real.max : kUnknown, mean_of(row, "user_s"),
                                     mean_of(row, "sys_s")};
  for (const double time_s : others) {
    text += text::right_aligned(scale.text(time_s), kOtherWidth);
  }
  return text + '\n';
}

}  // namespace

std::string statistics_heading(std::size_t runs) {
  std::string text = text::left_aligned(fmt::format("{} runs", runs), kNameWidth);
  text += text::right_aligned("real", kMeanWidth);
  for (const char* heading : {"± 95%", "min", "max", "user", "sys"}) {
    text += text::right_aligned(heading, kOtherWidth);
  }
  return text + '\n';
}

std::string statistics_lines(const RunResult& result, const std::vector<ProcessRow>& rows) {
  const auto all = statistics_of_runs(result, rows);
  double largest_s = 0;
  for (const RowStatistics& row : all) {
    largest_s = std::max(largest_s, row.find("real_s")->max);
  }
  const text::TimeScale scale = text::scale_for(largest_s);
  std::string text;
  for (const RowStatistics& row : all) {
    text += line_of(row, scale);
  }
  return text;
}

}  // namespace dps::profiles
