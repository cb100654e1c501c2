/// Tables of values: as text for people, as CSV and as JSON for other programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/text/grid.h"

namespace dps::text {

/// A value that is unknown, or that the row does not have.
using NoValue = std::monostate;

/// A value of a table. A number that is not finite counts as NoValue.
using Cell = std::variant<NoValue, std::string, double, std::uint64_t, bool>;

using CellRow = std::vector<Cell>;

template <typename Value>
Cell cell_of(const std::optional<Value>& value) {
  return value ? Cell(*value) : Cell();
}

/// The form of a column's values for people: text is aligned to the left, all else to the right.
/// Other programs get all digits.
enum class ColumnKind : std::uint8_t {
  kText,
  kNumber,   ///< the shortest text of the number
  kSeconds,  ///< "12.3 ms"
  kFactor,   ///< "1.234"
};

struct Column {
  std::string name;  ///< the key in CSV and JSON
  ColumnKind kind = ColumnKind::kNumber;
  std::string heading = "";  ///< for people
  int decimals = 3;          ///< of a factor
};

/// Each row has a cell for each column.
struct Table {
  std::vector<Column> columns;
  std::vector<CellRow> rows;
};

/// The cell for people, "-" for NoValue.
std::string cell_text(const Column& column, const Cell& cell);

/// The table for people, which the caller may add lines to.
Grid grid_of(const Table& table);

enum class LineEnd : std::uint8_t { kLineFeed, kCarriageReturn };

/// A CSV file that is written row by row. NoValue is an empty field, a truth 1 or 0.
class CsvWriter {
 public:
  CsvWriter(const std::vector<std::string>& names, LineEnd line_end);

  void add(const CellRow& row);
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string_view line_end_;
  std::string text_;
};

std::string csv_of(const Table& table, LineEnd line_end);

/// An object for each row, with the names of the columns as keys; NoValue is null.
nlohmann::ordered_json json_rows(const Table& table);

}  // namespace dps::text
