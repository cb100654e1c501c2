/// Text in aligned columns, for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace dps::text {

enum class Align : std::uint8_t { kLeft, kRight };

/// A column is as wide as its widest cell or its heading, within `least` and `most`. A cell that is
/// wider than the column is printed whole.
struct GridColumn {
  static constexpr std::size_t kAnyWidth = std::numeric_limits<std::size_t>::max();

  std::string heading;
  Align align = Align::kRight;
  std::size_t least = 0;
  std::size_t most = kAnyWidth;
  std::size_t gap = 2;  ///< blanks in front of the column; the first column ignores it
};

/// Returns a column of this width, whatever its cells are.
GridColumn fixed_column(std::string heading, std::size_t width, Align align = Align::kRight,
                        std::size_t gap = 0);

/// Rows of cells below the headings of their columns. Lines have no blanks at their end.
class Grid {
 public:
  explicit Grid(std::vector<GridColumn> columns, std::size_t indent = 0);

  /// Adds a row. It has at most as many cells as there are columns; absent cells are empty.
  void add(std::vector<std::string> cells);

  /// Adds whole lines below a row, outside the columns.
  void add_lines(std::size_t row, std::string_view lines);

  /// Removes all columns after the first `count`.
  void keep_columns(std::size_t count);

  /// Returns the width of the first `columns` columns with the gaps between them.
  [[nodiscard]] std::size_t width_of(std::size_t columns) const;

  /// The heading line and the rows, each with a newline.
  [[nodiscard]] std::string heading() const;
  [[nodiscard]] std::string rows() const;
  [[nodiscard]] std::string text() const { return heading() + rows(); }
  /// The same, with a bold heading on a terminal that has colours.
  [[nodiscard]] std::string text(bool color) const;

  /// The heading line and the rows, without newlines.
  [[nodiscard]] std::vector<std::string> lines() const;

  [[nodiscard]] bool empty() const { return rows_.empty(); }

 private:
  struct Row {
    std::vector<std::string> cells;
    std::string lines_below;
  };

  [[nodiscard]] std::size_t width_of_column(std::size_t column) const;
  [[nodiscard]] std::string line_of(const std::vector<std::string>& cells) const;

  std::vector<GridColumn> columns_;
  std::vector<std::size_t> widest_;  // cell of each column, or its heading
  std::size_t indent_;
  std::vector<Row> rows_;
};

}  // namespace dps::text
