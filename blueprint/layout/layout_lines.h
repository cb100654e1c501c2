/// The lines of a blueprint in the form that layout needs: fields grouped into cells, comments,
/// empty lines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/text/problems.h"
#include "base/text/source_map.h"

namespace dps::blueprint {

/// Fields of a line that stay together, one blank apart. Cells are what columns align.
struct Cell {
  std::string text;             ///< several lines, if the cell has a continuation inside
  bool on_new_line = false;     ///< a continuation precedes it
  bool has_line_break = false;  ///< `text` has more than one line

  /// The width of a cell of one line, in code points.
  std::size_t width = 0;
};

/// A line with its continuations.
struct LayoutLine {
  /// The section letter, or another first field; "" of a line without fields.
  std::string head;
  std::vector<Cell> cells;
  std::string comment;                  ///< with its '#'; "" without one
  bool comment_is_on_new_line = false;  ///< a continuation precedes it

  [[nodiscard]] bool is_empty() const { return head.empty() && comment.empty(); }
  [[nodiscard]] bool is_comment() const { return head.empty() && !comment.empty(); }
};

/// A continuation with the indentation of the line after it.
inline constexpr const char* kContinuation = " \\\n     ";

/// Splits the text into lines, in the order of the text. Returns nullopt if a field has an error
/// (an open quote or brace, bytes that are no text); it is reported to `problems`.
std::optional<std::vector<LayoutLine>> layout_lines(const text::SourceMap& source,
                                                    text::Problems& problems);

/// The cells of a comment: parts that two or more blanks separate.
std::vector<Cell> cells_of_comment(const std::string& comment);

}  // namespace dps::blueprint
