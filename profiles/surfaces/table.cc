#include "profiles/surfaces/table.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/plots/ticked_range.h"
#include "base/printable.h"
#include "base/units.h"

namespace dps::surfaces {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kTableVersion = 1;

text::Table values_of(const SurfaceTable& table) {
  text::Table values{{{"phase", text::ColumnKind::kText, "phase"},
                      {"processes", text::ColumnKind::kNumber, "processes"},
                      {"data", text::ColumnKind::kNumber, "data"}},
                     {}};
  values.columns.insert(values.columns.end(), table.figures.begin(), table.figures.end());
  for (const TableRow& row : table.rows) {
    auto& cells = values.rows.emplace_back(text::CellRow{row.phase, row.processes, row.data});
    for (const auto& figure : row.figures) {
      cells.push_back(text::cell_of(figure));
    }
  }
  return values;
}

/// A name for files, which differs from those before.
std::string file_name(const std::string& phase, std::set<std::string>& taken) {
  std::string name;
  for (const char c : phase) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '_' || c == '-';
    name += is_plain ? c : '_';
  }
  std::string unique = name;
  for (std::size_t number = 2; !taken.insert(unique).second; ++number) {
    unique = fmt::format("{}_{}", name, number);
  }
  return unique;
}

/// Rows are sorted by data, then processes. splot needs an empty line where the data change.
std::string data_of(const SurfaceTable& table, const std::string& phase) {
  std::string text = fmt::format("# {}\n# processes data", printable(phase));
  for (const text::Column& column : table.figures) {
    text += " " + column.name;
  }
  text += "\n";
  std::optional<double> data;
  for (const TableRow& row : table.rows) {
    if (row.phase != phase) {
      continue;
    }
    text += data && *data != row.data ? "\n" : "";
    data = row.data;
    text += fmt::format("{} {}", row.processes, row.data);
    for (const auto& figure : row.figures) {
      text += figure ? fmt::format(" {}", *figure) : " NaN";
    }
    text += "\n";
  }
  return text;
}

std::string script_of(const SurfaceTable& table, const PhaseFiles& files) {
  std::set<double> processes;
  std::set<double> data;
  plots::NumberRange drawn;  // of the figure
  std::size_t points = 0;
  for (const TableRow& row : table.rows) {
    if (row.phase == files.phase) {
      processes.insert(row.processes);
      data.insert(row.data);
      drawn.add(row.figures.back().value_or(plots::kMissing));
      ++points;
    }
  }
  std::string title;
  for (const char c : printable(files.phase)) {
    title += c == '\'' ? "\u2019" : std::string(1, c);
  }
  const std::size_t column = table.figures.size() + 2;
  const std::string head = fmt::format(
      "set encoding utf8\nset terminal svg size 760,520 dynamic noenhanced font 'sans-serif,13' "
      "background '#ffffff'\nset output '{}.svg'\nset title '{}'\nset key off\nset grid\n",
      files.name, title);
  const bool is_time = table.figures.back().kind == text::ColumnKind::kSeconds;
  const plots::TickedRange figure_axis({"", false, is_time ? "s" : ""},
                                       plots::with_margin(drawn, false, true), plots::kUpwards);
  const auto axis_lines = [](std::string_view name, const std::set<double>& values,
                             double letters) {
    plots::NumberRange range;
    for (const double value : values) {
      range.add(value);
    }
    return plots::TickedRange({}, plots::with_margin(range, false, false), letters)
        .lines_at(name, values, plots::PictureFormat::kSvg);
  };
  if (processes.size() < 2 || data.size() < 2) {
    const bool over_data = data.size() > 1;
    return head + axis_lines("x", over_data ? data : processes, plots::kAcross) +
           figure_axis.lines("y", plots::PictureFormat::kSvg) +
           fmt::format(
               "set xlabel '{}'\nset ylabel '{}'\nplot '{}.dat' using {}:{} with "
               "linespoints lw 2 pt 7\n",
               over_data ? "data" : "processes", table.figures.back().name, files.name,
               over_data ? 2 : 1, column);
  }
  // gnuplot hides lines behind a surface only if that has a point for each pair of values.
  const bool is_grid = points == processes.size() * data.size();
  return head + axis_lines("x", processes, plots::kAcrossInSpace) +
         axis_lines("y", data, plots::kAcrossInSpace) +
         figure_axis.lines("z", plots::PictureFormat::kSvg) +
         fmt::format(
             "set xlabel 'processes'\nset ylabel 'data'\nset zlabel '{}' rotate by "
             "90\nset ticslevel 0\n{}splot '{}.dat' using 1:2:{} with linespoints "
             "lw 1 pt 7 ps 0.5\n",
             table.figures.back().name, is_grid ? "set hidden3d\n" : "", files.name, column);
}

}  // namespace

SurfaceTable speedup_table(const std::vector<SpeedupRow>& rows) {
  SurfaceTable table;
  table.figures = {{"time_s", text::ColumnKind::kSeconds, "time"},
                   {"base", text::ColumnKind::kNumber, "base"},
                   {"speedup", text::ColumnKind::kFactor, "speed-up"}};
  table.rows.reserve(rows.size());
  for (const SpeedupRow& row : rows) {
    table.rows.push_back(
        {row.phase, row.processes, row.data, {row.seconds, row.base, row.speedup}});
  }
  return table;
}

SurfaceTable ratio_table(const Ratios& ratios) {
  SurfaceTable table;
  table.figures = {{"a_s", text::ColumnKind::kSeconds, "A"},
                   {"b_s", text::ColumnKind::kSeconds, "B"},
                   {"ratio", text::ColumnKind::kFactor, "B/A"}};
  table.rows.reserve(ratios.rows.size());
  for (const RatioRow& row : ratios.rows) {
    table.rows.push_back({row.phase, row.processes, row.data, {row.a, row.b, row.ratio}});
  }
  for (const auto& [count, side] :
       {std::pair(ratios.only_in_a, "A"), std::pair(ratios.only_in_b, "B (--against)")}) {
    if (count > 0) {
      table.notes.push_back(fmt::format("{} of phases {} only in {}", counted(count, "point"),
                                        count == 1 ? "is" : "are", side));
    }
  }
  return table;
}

std::string keep_only(SurfaceTable& table, const std::vector<std::string>& phases) {
  const auto has = [&](const std::string& phase) {
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [&](const TableRow& row) { return row.phase == phase; });
  };
  for (const std::string& phase : phases) {
    if (!has(phase)) {
      return phase;
    }
  }
  std::erase_if(table.rows, [&](const TableRow& row) {
    return std::find(phases.begin(), phases.end(), row.phase) == phases.end();
  });
  return "";
}

std::string surface_text(const SurfaceTable& table) {
  std::string text = text::grid_of(values_of(table)).text();
  text += table.notes.empty() ? "" : "\n";
  for (const std::string& note : table.notes) {
    text += "- " + note + "\n";
  }
  return text;
}

std::string surface_csv(const SurfaceTable& table) {
  return text::csv_of(values_of(table), text::LineEnd::kCarriageReturn);
}

std::string surface_json(const SurfaceTable& table, const std::string& dps) {
  const Json all{{"format", "dps-surface"},
                 {"version", kTableVersion},
                 {"dps", dps},
                 {"a", table.a},
                 {"against", table.b},
                 {"points", text::json_rows(values_of(table))},
                 {"notes", table.notes}};
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<PhaseFiles> phase_files(const SurfaceTable& table) {
  std::vector<PhaseFiles> all;
  std::set<std::string> taken;
  for (const TableRow& row : table.rows) {
    if (!all.empty() && all.back().phase == row.phase) {
      continue;  // rows are by phase
    }
    PhaseFiles files{row.phase, file_name(row.phase, taken), data_of(table, row.phase), ""};
    files.script = script_of(table, files);
    all.push_back(std::move(files));
  }
  return all;
}

}  // namespace dps::surfaces
