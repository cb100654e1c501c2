#include "base/text/table.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/printable.h"
#include "base/text/escape.h"
#include "base/units.h"

namespace dps::text {
namespace {

bool has_value(const Cell& cell) {
  const auto* number = std::get_if<double>(&cell);
  return !std::holds_alternative<NoValue>(cell) && (number == nullptr || std::isfinite(*number));
}

/// A number as a double; DPS_CHECK: the cell has a number.
double number_of(const Cell& cell) {
  const auto* number = std::get_if<double>(&cell);
  const auto* count = std::get_if<std::uint64_t>(&cell);
  DPS_CHECK(number != nullptr || count != nullptr);
  return number != nullptr ? *number : static_cast<double>(*count);
}

/// The value with all its digits. Texts are unchanged.
struct PlainText {
  std::string operator()(NoValue /*none*/) const { return ""; }
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(double number) const { return fmt::to_string(number); }
  std::string operator()(std::uint64_t count) const { return fmt::to_string(count); }
  std::string operator()(bool is_true) const { return is_true ? "1" : "0"; }
};

std::string csv_cell(const Cell& cell) {
  return has_value(cell) ? csv_field(std::visit(PlainText(), cell)) : "";
}

struct JsonValue {
  nlohmann::ordered_json operator()(NoValue /*none*/) const { return nullptr; }
  template <typename Value>
  nlohmann::ordered_json operator()(const Value& value) const {
    return value;
  }
};

}  // namespace

std::string cell_text(const Column& column, const Cell& cell) {
  if (!has_value(cell)) {
    return "-";
  }
  switch (column.kind) {
    case ColumnKind::kSeconds:
      return format_time(Seconds(number_of(cell)));
    case ColumnKind::kFactor:
      return fmt::format("{:.{}f}", number_of(cell), column.decimals);
    case ColumnKind::kText:
    case ColumnKind::kNumber:
      break;
  }
  return printable(std::visit(PlainText(), cell));
}

Grid grid_of(const Table& table) {
  std::vector<GridColumn> columns;
  columns.reserve(table.columns.size());
  for (const Column& column : table.columns) {
    columns.push_back(
        {column.heading, column.kind == ColumnKind::kText ? Align::kLeft : Align::kRight});
  }
  Grid grid(std::move(columns));
  for (const CellRow& row : table.rows) {
    std::vector<std::string> cells;
    cells.reserve(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      cells.push_back(cell_text(table.columns[i], row[i]));
    }
    grid.add(std::move(cells));
  }
  return grid;
}

CsvWriter::CsvWriter(const std::vector<std::string>& names, LineEnd line_end)
    : line_end_(line_end == LineEnd::kLineFeed ? "\n" : "\r\n") {
  add(CellRow(names.begin(), names.end()));
}

void CsvWriter::add(const CellRow& row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    text_ += i == 0 ? "" : ",";
    text_ += csv_cell(row[i]);
  }
  text_ += line_end_;
}

std::string csv_of(const Table& table, LineEnd line_end) {
  std::vector<std::string> names;
  names.reserve(table.columns.size());
  for (const Column& column : table.columns) {
    names.push_back(column.name);
  }
  CsvWriter writer(names, line_end);
  for (const CellRow& row : table.rows) {
    writer.add(row);
  }
  return writer.take();
}

nlohmann::ordered_json json_rows(const Table& table) {
  auto rows = nlohmann::ordered_json::array();
  for (const CellRow& row : table.rows) {
    auto& object = rows.emplace_back(nlohmann::ordered_json::object());
    for (std::size_t i = 0; i < row.size(); ++i) {
      object[table.columns[i].name] =
          has_value(row[i]) ? std::visit(JsonValue(), row[i]) : nlohmann::ordered_json();
    }
  }
  return rows;
}

}  // namespace dps::text
