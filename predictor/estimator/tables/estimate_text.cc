#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/grid.h"
#include "base/units.h"
#include "predictor/estimator/tables/deadlock_text.h"
#include "predictor/estimator/tables/estimate_output.h"
#include "predictor/estimator/tables/exact_seconds.h"

namespace dps::estimator {
namespace {

constexpr std::size_t kMostDeadlockLines = 32;

using Cells = std::vector<std::string>;

bool has_speedups(const EstimateTable& table) {
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [&](const EstimateRow& row) { return speedup_of(table, row).has_value(); });
}

std::string percent(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

std::vector<text::GridColumn> columns_of(bool with_speedups) {
  std::vector<text::GridColumn> columns{{"processors"}, {"time"}};
  if (with_speedups) {
    columns.insert(columns.end(), {{"speed-up"}, {"efficiency"}});
  }
  for (std::size_t part = 0; part < kParts; ++part) {
    columns.push_back({name_of(static_cast<TimePart>(part))});
  }
  columns.insert(columns.end(), {{"messages"}, {"words"}});
  return columns;
}

Cells cells_of(const EstimateTable& table, const EstimateRow& row, bool with_speedups) {
  const StreamEstimate& estimate = row.estimate;
  Cells cells{fmt::format("{}", row.processors),
              estimate.is_complete() ? time_text(estimate.time) : "deadlock"};
  if (with_speedups) {
    const auto speedup = speedup_of(table, row);
    const auto efficiency = efficiency_of(table, row);
    cells.push_back(speedup ? fmt::format("{:.2f}", *speedup) : "-");
    cells.push_back(efficiency ? percent(*efficiency) : "-");
  }
  const double time = static_cast<double>(estimate.time.count()) * 1e-12;
  for (std::size_t part = 0; part < kParts; ++part) {
    cells.push_back(time > 0 ? percent(mean_seconds(estimate, static_cast<TimePart>(part)) / time)
                             : "-");
  }
  cells.push_back(format_count(estimate.messages));
  cells.push_back(format_count(estimate.words));
  return cells;
}

std::string table_lines(const EstimateTable& table) {
  const bool with_speedups = has_speedups(table);
  text::Grid grid(columns_of(with_speedups));
  for (const EstimateRow& row : table.rows) {
    grid.add(cells_of(table, row, with_speedups));
  }
  return grid.text();
}

std::string deadlock_text(const StreamEstimate& estimate) {
  const auto lines = deadlock_lines(estimate);
  std::string text = "\n";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_left_out = i >= kMostDeadlockLines && i + 1 < lines.size();
    if (is_left_out) {
      text += i == kMostDeadlockLines
                  ? fmt::format("  ... and {} more lines\n", lines.size() - 1 - i)
                  : "";
    } else {
      text += (i == 0 ? "" : "  ") + lines[i] + "\n";
    }
  }
  return text;
}

}  // namespace

std::string estimate_text(const EstimateTable& table) {
  std::string text = fmt::format("{} on {}\n", printable(table.source), printable(table.machine));
  if (const EstimateRow* best = best_row(table)) {
    text += fmt::format("best: {}, {}\n", counted(best->processors, "processor"),
                        time_text(best->estimate.time));
  }
  text += "\n" + table_lines(table);
  for (const EstimateRow& row : table.rows) {
    text += row.estimate.is_complete() ? "" : deadlock_text(row.estimate);
  }
  std::string notes;
  for (const std::string& note : table.notes) {
    notes += "- " + printable(note) + "\n";
  }
  for (const EstimateRow& row : table.rows) {
    for (const std::string& note : notes_of(row.estimate)) {
      notes += fmt::format("- on {}: {}\n", counted(row.processors, "processor"), note);
    }
  }
  return text + (notes.empty() ? "" : "\n" + notes);
}

}  // namespace dps::estimator
