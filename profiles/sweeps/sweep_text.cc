#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/grid.h"
#include "base/text/layout.h"
#include "base/units.h"
#include "profiles/sweeps/figures.h"
#include "profiles/sweeps/sweep_output.h"

namespace dps::sweeps {
namespace {

constexpr std::size_t kWidestKey = 24;
constexpr std::size_t kMargin = 2;  // columns that stay free at the right
constexpr std::string_view kUnknown = "-";

struct Column {
  std::string heading;
  std::vector<std::string> cells;  ///< by row
  bool is_key = false;             ///< a column of an axis, which is never left out
  bool is_text = false;            ///< aligned to the left
};

std::string time_text(double seconds) {
  return format_time(Seconds(seconds));
}

/// A column with a figure of each row.
Column figure_column(std::string heading, const std::vector<RowFigures>& figures,
                     const std::function<std::optional<std::string>(const RowFigures&)>& text_of) {
  Column column{std::move(heading), {}};
  for (const RowFigures& row : figures) {
    column.cells.push_back(text_of(row).value_or(std::string(kUnknown)));
  }
  return column;
}

/// The mean makespan, and its interval if any row has several runs.
void add_makespan(std::string heading, const std::vector<RowFigures>& figures,
                  Figures RowFigures::*part, std::vector<Column>& columns) {
  columns.push_back(figure_column(std::move(heading), figures, [&](const RowFigures& row) {
    const auto& makespan = (row.*part).makespan;
    return makespan ? std::optional(time_text(makespan->mean)) : std::nullopt;
  }));
  const auto interval_of = [&](const RowFigures& row) -> std::optional<std::string> {
    const auto& makespan = (row.*part).makespan;
    return makespan && makespan->half_width ? std::optional(time_text(*makespan->half_width))
                                            : std::nullopt;
  };
  if (std::any_of(figures.begin(), figures.end(),
                  [&](const RowFigures& row) { return interval_of(row).has_value(); })) {
    columns.push_back(figure_column("± 95%", figures, interval_of));
  }
}

void add_scaling(const std::vector<RowFigures>& figures, Figures RowFigures::*part,
                 std::vector<Column>& columns) {
  const auto scaling_of = [part](const RowFigures& row) { return (row.*part).scaling; };
  columns.push_back(
      figure_column("speed-up", figures, [&](const RowFigures& row) -> std::optional<std::string> {
        const auto scaling = scaling_of(row);
        return scaling ? std::optional(fmt::format("{:.2f}", scaling->speed_up)) : std::nullopt;
      }));
  columns.push_back(figure_column(
      "efficiency", figures, [&](const RowFigures& row) -> std::optional<std::string> {
        const auto scaling = scaling_of(row);
        return scaling ? std::optional(fmt::format("{:.1f}%", 100 * scaling->efficiency))
                       : std::nullopt;
      }));
}

std::vector<Column> key_columns(const Sweep& sweep) {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    if (!sweep.axes[i].has_several()) {
      continue;
    }
    Column column{text::shortened(printable(sweep.axes[i].name), kWidestKey),
                  {},
                  true,
                  sweep.axes[i].kind == AxisKind::kMachine};
    for (const SweepRow& row : sweep.rows) {
      column.cells.push_back(text::shortened(printable(row.point[i]), kWidestKey));
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

/// The quantities of --column, of one kind of outcomes; `prefix` goes before their headings.
void add_quantities(const Sweep& sweep, const std::string& prefix,
                    std::optional<Outcome> SweepRow::*kind, std::vector<Column>& columns) {
  for (std::size_t i = 0; i < sweep.columns.size(); ++i) {
    const auto& [text, dimension] = sweep.columns[i];
    Column column{prefix + printable(text), {}};
    for (const SweepRow& row : sweep.rows) {
      const auto& outcome = row.*kind;
      column.cells.push_back(outcome && i < outcome->columns.size()
                                 ? profiles::quantity_text(dimension, outcome->columns[i])
                                 : std::string(kUnknown));
    }
    columns.push_back(std::move(column));
  }
}

std::vector<Column> columns_of(const Sweep& sweep) {
  const auto figures = figures_of(sweep);
  const bool has_both = sweep.has(&SweepRow::predicted) && sweep.has(&SweepRow::measured);
  const auto shown =
      sweep.has(&SweepRow::measured) ? &RowFigures::measured : &RowFigures::predicted;
  std::vector<Column> columns = key_columns(sweep);
  if (has_both) {
    add_makespan("predicted", figures, &RowFigures::predicted, columns);
    add_makespan("measured", figures, &RowFigures::measured, columns);
    columns.push_back(figure_column("error", figures, [](const RowFigures& row) {
      return row.error_percent ? std::optional(fmt::format("{:+.1f}%", *row.error_percent))
                               : std::nullopt;
    }));
  } else {
    add_makespan("makespan", figures, shown, columns);
  }
  if (!sweep.scale.empty()) {
    add_scaling(figures, shown, columns);
  }
  if (has_both) {
    add_quantities(sweep, "predicted ", &SweepRow::predicted, columns);
    add_quantities(sweep, "measured ", &SweepRow::measured, columns);
  } else {
    add_quantities(sweep, "",
                   sweep.has(&SweepRow::measured) ? &SweepRow::measured : &SweepRow::predicted,
                   columns);
  }
  return columns;
}

text::Grid grid_of(const std::vector<Column>& columns, std::size_t rows) {
  std::vector<text::GridColumn> headings;
  headings.reserve(columns.size());
  for (const Column& column : columns) {
    headings.push_back({column.heading, column.is_text ? text::Align::kLeft : text::Align::kRight});
  }
  text::Grid grid(std::move(headings));
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<std::string> cells;
    cells.reserve(columns.size());
    for (const Column& column : columns) {
      cells.push_back(column.cells[row]);
    }
    grid.add(std::move(cells));
  }
  return grid;
}

/// Removes columns from the right until the others fit; returns the headings of the removed ones.
std::vector<std::string> drop_what_does_not_fit(const std::vector<Column>& columns,
                                                std::size_t width, text::Grid& grid) {
  std::vector<std::string> dropped;
  std::size_t kept = columns.size();
  while (kept > 1 && !columns[kept - 1].is_key && grid.width_of(kept) + kMargin > width) {
    dropped.insert(dropped.begin(), columns[--kept].heading);
  }
  grid.keep_columns(kept);
  return dropped;
}

/// "prediction: …" for each outcome of the row that is not complete, and for each expectation that
/// is not met.
std::vector<std::string> failures_of(const SweepRow& row) {
  std::vector<std::string> lines;
  const auto add = [&](std::string_view kind, const std::optional<Outcome>& outcome) {
    if (!outcome) {
      return;
    }
    if (!outcome->is_complete()) {
      lines.push_back(fmt::format("{}: {}", kind, printable(outcome->reason)));
    }
    for (const std::string& line : outcome->unmet) {
      lines.push_back(fmt::format("{}: {}", kind, line));
    }
  };
  add("prediction", row.predicted);
  add("run", row.measured);
  return lines;
}

std::string header(const Sweep& sweep) {
  const std::size_t points = sweep.rows.size();
  const bool is_predicted = sweep.has(&SweepRow::predicted);
  std::string what = is_predicted && sweep.has(&SweepRow::measured) ? "predicted and measured"
                     : is_predicted                                 ? "predicted"
                                                                    : "measured";
  std::string fixed;
  for (const SweepAxis& axis : sweep.axes) {
    if (axis.kind == AxisKind::kMachine && !axis.has_several()) {
      what += " on " + printable(axis.values.front());
    } else if (!axis.has_several()) {
      fixed += fmt::format("{}{} = {}", fixed.empty() ? "with " : ", ", printable(axis.name),
                           printable(axis.values.front()));
    }
  }
  return fmt::format("{}: sweep of {} point{}, {}\n{}", printable(sweep.path), format_count(points),
                     points == 1 ? "" : "s", what, fixed.empty() ? "" : fixed + "\n");
}

std::string remarks(const Sweep& sweep, const std::vector<std::string>& dropped) {
  std::string text;
  if (!sweep.scale.empty()) {
    text += text::wrapped(
        "",
        fmt::format("Speed-up and efficiency{} over {}, from its smallest value, with the other "
                    "values equal.",
                    sweep.is_weak ? " of weak scaling" : "", printable(sweep.scale)));
  }
  if (!dropped.empty()) {
    text += text::wrapped("", fmt::format("The table leaves out {}, which would not fit; --format "
                                          "csv has all figures.",
                                          fmt::join(dropped, ", ")));
  }
  for (const CountedNote& note : notes_of(sweep)) {
    const std::string count =
        note.points == sweep.rows.size() || sweep.rows.size() == 1
            ? ""
            : fmt::format(" (in {} of {} points)", note.points, sweep.rows.size());
    text += text::wrapped("- ", printable(note.text) + count);
  }
  return text.empty() ? "" : "\n" + text;
}

}  // namespace

std::string sweep_text(const Sweep& sweep, std::size_t width) {
  const std::vector<Column> columns = columns_of(sweep);
  text::Grid grid = grid_of(columns, sweep.rows.size());
  const auto dropped = drop_what_does_not_fit(columns, width, grid);
  for (std::size_t row = 0; row < sweep.rows.size(); ++row) {
    for (const std::string& line : failures_of(sweep.rows[row])) {
      grid.add_lines(row, text::wrapped("    ", line, 2));
    }
  }
  return header(sweep) + "\n" + grid.text() + remarks(sweep, dropped);
}

std::string sweep_markdown(const Sweep& sweep) {
  const std::vector<Column> columns = columns_of(sweep);
  const auto escaped = [](const std::string& cell) {
    std::string out;
    for (const char c : cell) {
      out += c == '|' ? "\\|" : std::string(1, c);
    }
    return out;
  };
  std::string text = header(sweep) + "\n|";
  std::string rule = "|";
  for (const Column& column : columns) {
    text += " " + escaped(column.heading) + " |";
    rule += column.is_key ? "---|" : "---:|";
  }
  const bool has_failures =
      std::any_of(sweep.rows.begin(), sweep.rows.end(),
                  [](const SweepRow& row) { return !failures_of(row).empty(); });
  text += has_failures ? " not complete |\n" + rule + "---|\n" : "\n" + rule + "\n";
  for (std::size_t row = 0; row < sweep.rows.size(); ++row) {
    text += "|";
    for (const Column& column : columns) {
      text += " " + escaped(column.cells[row]) + " |";
    }
    text += has_failures ? " " + escaped(text::joined(failures_of(sweep.rows[row]), "; ")) + " |\n"
                         : "\n";
  }
  return text + remarks(sweep, {});
}

}  // namespace dps::sweeps
