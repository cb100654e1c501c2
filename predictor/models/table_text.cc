#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "predictor/models/table_output.h"

namespace dps::models {
namespace {

constexpr std::string_view kGap = "  ";

struct TextColumn {
  std::string heading;
  std::vector<std::string> cells;  ///< by point

  [[nodiscard]] std::size_t width() const {
    std::size_t widest = heading.size();
    for (const std::string& cell : cells) {
      widest = std::max(widest, cell.size());
    }
    return widest;
  }
};

template <typename CellOf>
TextColumn column(const ModelTable& table, std::string heading, const CellOf& cell_of) {
  TextColumn column{std::move(heading), {}};
  column.cells.reserve(table.points.size());
  for (const ModelPoint& point : table.points) {
    column.cells.push_back(cell_of(point));
  }
  return column;
}

std::string seconds_text(double seconds) {
  return format_time(Seconds(seconds));
}

std::vector<TextColumn> columns_of(const ModelTable& table) {
  std::vector<TextColumn> columns;
  for (std::size_t i = 0; i < table.variables.size(); ++i) {
    columns.push_back(column(table, table.variables[i].name, [i](const ModelPoint& point) {
      return fmt::format("{}", point.values[i]);
    }));
  }
  const auto add_time = [&](std::string heading, double ModelPoint::*time) {
    columns.push_back(column(table, std::move(heading), [time](const ModelPoint& point) {
      return seconds_text(point.*time);
    }));
  };
  add_time("time", &ModelPoint::time);
  if (table.has_bounds) {
    add_time("min", &ModelPoint::min);
    add_time("max", &ModelPoint::max);
  }
  if (!table.speedup.empty()) {
    columns.push_back(column(table, "speed-up", [](const ModelPoint& point) {
      return point.speedup ? fmt::format("{:.2f}", *point.speedup) : "-";
    }));
  }
  return columns;
}

std::string header(const ModelTable& table) {
  std::string files;
  for (const std::string& file : table.files) {
    files += (files.empty() ? "" : ", ") + printable(file);
  }
  std::string text =
      fmt::format("{}: {} at {}", files, table.of, counted(table.points.size(), "point"));
  text += table.machine.empty() ? "" : " on " + printable(table.machine);
  for (const auto& [name, value] : table.fixed) {
    text += fmt::format(", {} = {}", name, printable(value));
  }
  text += table.best.empty() ? "" : fmt::format("; the best {} of each", table.best);
  return text + "\n\n";
}

/// A line for each part of a point: its time and its share.
std::string part_lines(const ModelTable& table, const ModelPoint& point, std::size_t width) {
  std::string text;
  for (std::size_t i = 0; i < table.parts.size(); ++i) {
    const double share = 100 * point.parts[i] / point.time;
    text += fmt::format("{:>{}}  {:>6}  {}\n", seconds_text(point.parts[i]), width,
                        point.time == 0 ? "-" : fmt::format("{:.1f}%", share),
                        printable(table.parts[i]));
  }
  return text;
}

}  // namespace

std::string table_text(const ModelTable& table) {
  const std::vector<TextColumn> columns = columns_of(table);
  std::vector<std::size_t> widths;
  widths.reserve(columns.size());
  std::string text = header(table);
  const auto add_cell = [&](std::size_t i, const std::string& cell) {
    text += fmt::format("{}{:>{}}", i == 0 ? "" : kGap, cell, widths[i]);
  };
  std::size_t to_time = 0;  // width of the columns up to that of the time
  for (std::size_t i = 0; i < columns.size(); ++i) {
    widths.push_back(columns[i].width());
    add_cell(i, columns[i].heading);
    to_time += i <= table.variables.size() ? widths[i] + (i == 0 ? 0 : kGap.size()) : 0;
  }
  text += "\n";
  for (std::size_t row = 0; row < table.points.size(); ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      add_cell(i, columns[i].cells[row]);
    }
    text += "\n" + part_lines(table, table.points[row], to_time);
  }
  text += table.notes.empty() ? "" : "\n";
  for (const std::string& note : table.notes) {
    text += "- " + printable(note) + "\n";
  }
  return text;
}

}  // namespace dps::models
