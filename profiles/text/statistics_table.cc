#include "profiles/text/statistics_table.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/layout.h"
#include "profiles/run_statistics.h"
#include "profiles/text/process_table.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kStatisticWidth = 10;

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

std::vector<std::string> cells_of(const RowStatistics& row, const text::TimeScale& scale) {
  const Statistics real = *row.find("real_s");
  const bool has = real.count > 0;
  std::vector<std::string> cells{text::shortened(name_text(row), kSummaryNameWidth)};
  for (const double time_s :
       {has ? real.mean : kUnknown, real.half_width.value_or(kUnknown), has ? real.min : kUnknown,
        has ? real.max : kUnknown, mean_of(row, "user_s"), mean_of(row, "sys_s")}) {
    cells.push_back(scale.text(time_s));
  }
  return cells;
}

}  // namespace

text::Grid statistics_table(const RunResult& result, const std::vector<ProcessRow>& rows) {
  const auto all = statistics_of_runs(result, rows);
  double largest_s = 0;
  for (const RowStatistics& row : all) {
    largest_s = std::max(largest_s, row.find("real_s")->max);
  }
  std::vector<text::GridColumn> columns{text::fixed_column(
      fmt::format("{} runs", result.runs.size()), kSummaryNameWidth, text::Align::kLeft)};
  for (const char* heading : {"real", "± 95%", "min", "max", "user", "sys"}) {
    columns.push_back(text::fixed_column(heading, kStatisticWidth));
  }
  text::Grid grid(std::move(columns));
  const text::TimeScale scale = text::scale_for(largest_s);
  for (const RowStatistics& row : all) {
    grid.add(cells_of(row, scale));
  }
  return grid;
}

}  // namespace dps::profiles
