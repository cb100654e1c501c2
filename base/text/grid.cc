#include "base/text/grid.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/printable.h"
#include "base/text/layout.h"

namespace dps::text {

GridColumn fixed_column(std::string heading, std::size_t width, Align align, std::size_t gap) {
  return {std::move(heading), align, width, width, gap};
}

Grid::Grid(std::vector<GridColumn> columns, std::size_t indent)
    : columns_(std::move(columns)), indent_(indent) {
  widest_.reserve(columns_.size());
  for (const GridColumn& column : columns_) {
    widest_.push_back(printed_width(column.heading));
  }
}

void Grid::add(std::vector<std::string> cells) {
  DPS_CHECK(cells.size() <= columns_.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    widest_[i] = std::max(widest_[i], printed_width(cells[i]));
  }
  rows_.push_back({std::move(cells), ""});
}

void Grid::add_lines(std::size_t row, std::string_view lines) {
  rows_.at(row).lines_below += lines;
}

void Grid::keep_columns(std::size_t count) {
  columns_.resize(count);
  widest_.resize(count);
  for (Row& row : rows_) {
    row.cells.resize(std::min(row.cells.size(), count));
  }
}

std::size_t Grid::width_of(std::size_t columns) const {
  std::size_t width = indent_;
  for (std::size_t i = 0; i < columns; ++i) {
    width += (i == 0 ? 0 : columns_[i].gap) + width_of_column(i);
  }
  return width;
}

std::string Grid::heading() const {
  std::vector<std::string> headings;
  headings.reserve(columns_.size());
  for (const GridColumn& column : columns_) {
    headings.push_back(column.heading);
  }
  return line_of(headings);
}

std::string Grid::rows() const {
  std::string text;
  for (const Row& row : rows_) {
    text += line_of(row.cells) + row.lines_below;
  }
  return text;
}

std::string Grid::text(bool color) const {
  std::string first = heading();
  if (color) {
    first.pop_back();
    first = "\x1b[1m" + first + "\x1b[0m\n";
  }
  return first + rows();
}

std::vector<std::string> Grid::lines() const {
  std::vector<std::string> lines;
  const std::string all = text();
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = all.find('\n', at);
    lines.push_back(all.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::size_t Grid::width_of_column(std::size_t column) const {
  const GridColumn& of = columns_[column];
  return std::clamp(widest_[column], of.least, std::max(of.least, of.most));
}

std::string Grid::line_of(const std::vector<std::string>& cells) const {
  std::string line(indent_, ' ');
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const GridColumn& column = columns_[i];
    const std::size_t width = width_of_column(i);
    line += std::string(i == 0 ? 0 : column.gap, ' ');
    line += column.align == Align::kLeft ? left_aligned(cells[i], width)
                                         : right_aligned(cells[i], width);
  }
  return trimmed(std::move(line)) + '\n';
}

}  // namespace dps::text
