#include "predictor/models/table_output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "base/text/table.h"
#include "base/units.h"

namespace dps::models {
namespace {

using Json = nlohmann::ordered_json;
using text::ColumnKind;

constexpr int kTableVersion = 1;

std::vector<text::Column> columns_of(const ModelTable& table) {
  std::vector<text::Column> columns;
  for (const ModelVariable& variable : table.variables) {
    columns.push_back({variable.name, ColumnKind::kNumber, variable.name});
  }
  columns.push_back({"time_s", ColumnKind::kSeconds, "time"});
  if (table.has_bounds) {
    columns.push_back({"min_s", ColumnKind::kSeconds, "min"});
    columns.push_back({"max_s", ColumnKind::kSeconds, "max"});
  }
  if (!table.speedup.empty()) {
    constexpr int kDecimals = 2;
    columns.push_back({"speedup", ColumnKind::kFactor, "speed-up", kDecimals});
  }
  return columns;
}

/// The table without the parts.
text::Table values_of(const ModelTable& table) {
  text::Table values{columns_of(table), {}};
  for (const ModelPoint& point : table.points) {
    text::CellRow& row = values.rows.emplace_back(point.values.begin(), point.values.end());
    row.emplace_back(point.time);
    if (table.has_bounds) {
      row.emplace_back(point.min);
      row.emplace_back(point.max);
    }
    if (!table.speedup.empty()) {
      row.push_back(text::cell_of(point.speedup));
    }
  }
  return values;
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

/// A line for each part of a point, its time below that of the point, and its share.
std::string part_lines(const ModelTable& table, const ModelPoint& point, std::size_t width) {
  std::string text;
  for (std::size_t i = 0; i < table.parts.size(); ++i) {
    const double share = 100 * point.parts[i] / point.time;
    text += fmt::format("{:>{}}  {:>6}  {}\n", format_time(Seconds(point.parts[i])), width,
                        point.time == 0 ? "-" : fmt::format("{:.1f}%", share),
                        printable(table.parts[i]));
  }
  return text;
}

/// The points, each with its parts as an object.
Json points_json(const ModelTable& table) {
  Json points = text::json_rows(values_of(table));
  for (std::size_t point = 0; point < points.size() && !table.parts.empty(); ++point) {
    Json& parts = points[point]["parts"] = Json::object();
    for (std::size_t i = 0; i < table.parts.size(); ++i) {
      parts[table.parts[i]] = table.points[point].parts[i];
    }
  }
  return points;
}

}  // namespace

std::string table_text(const ModelTable& table) {
  text::Grid grid = text::grid_of(values_of(table));
  const std::size_t to_time = grid.width_of(table.variables.size() + 1);
  for (std::size_t row = 0; row < table.points.size(); ++row) {
    grid.add_lines(row, part_lines(table, table.points[row], to_time));
  }
  std::string text = header(table) + grid.text();
  text += table.notes.empty() ? "" : "\n";
  for (const std::string& note : table.notes) {
    text += "- " + printable(note) + "\n";
  }
  return text;
}

std::string table_csv(const ModelTable& table) {
  text::Table values = values_of(table);
  for (const std::string& part : table.parts) {
    values.columns.push_back({part});
  }
  for (std::size_t row = 0; row < table.points.size(); ++row) {
    const auto& parts = table.points[row].parts;
    values.rows[row].insert(values.rows[row].end(), parts.begin(), parts.end());
  }
  return text::csv_of(values, text::LineEnd::kCarriageReturn);
}

std::string table_json(const ModelTable& table, const std::string& dps) {
  Json variables = Json::array();
  for (const ModelVariable& variable : table.variables) {
    variables.push_back({{"name", variable.name}, {"values", variable.values}});
  }
  Json fixed = Json::object();
  for (const auto& [name, value] : table.fixed) {
    fixed[name] = value;
  }
  const auto or_null = [](const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
  };
  const Json all{{"format", "dps-model-table"},
                 {"version", kTableVersion},
                 {"dps", dps},
                 {"files", table.files},
                 {"machine", or_null(table.machine)},
                 {"of", table.of},
                 {"variables", variables},
                 {"set", fixed},
                 {"speedup", or_null(table.speedup)},
                 {"best", or_null(table.best)},
                 {"points", points_json(table)},
                 {"notes", table.notes}};
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace dps::models
