#include "blueprint/layout/standard_layout.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "base/text/scanner.h"
#include "blueprint/layout/layout_lines.h"

namespace dps::blueprint {
namespace {

constexpr std::size_t kBetweenCells = 2;

/// Lines that are aligned with each other: those of one section, and the comments between and
/// above. There is no empty line among them.
class Block {
 public:
  explicit Block(std::span<LayoutLine> lines) {
    for (const LayoutLine& line : lines) {
      columns_ = std::max(columns_, line.cells.size());
    }
    for (LayoutLine& line : lines) {
      if (line.is_comment()) {
        read_heading(line);
      }
    }
    widths_.resize(columns_);
    for (const LayoutLine& line : lines) {
      widen_columns(line);
    }
    for (const LayoutLine& line : lines) {
      widen_lines(line);
    }
  }

  void write(const LayoutLine& line, std::string& out) const {
    const std::size_t begin = out.size();
    write_aligned(line, out);
    if (out.size() - begin > text::kMaxLineBytes) {
      out.resize(begin);
      write_close(line, out);
    }
    out += '\n';
  }

 private:
  /// Makes a comment whose parts fit the columns a line of cells.
  void read_heading(LayoutLine& line) const {
    std::vector<Cell> cells = cells_of_comment(line.comment);
    if (cells.size() >= 2 && cells.size() <= columns_) {
      line.head = "#";
      line.cells = std::move(cells);
      line.comment.clear();
    }
  }

  void widen_columns(const LayoutLine& line) {
    for (std::size_t i = 0; i < line.cells.size(); ++i) {
      const Cell& cell = line.cells[i];
      if (cell.on_new_line || cell.has_line_break) {
        return;
      }
      if (cell.width <= kWidestAlignedCell) {
        widths_[i] = std::max(widths_[i], cell.width);
      }
    }
  }

  /// The comments at the ends of lines begin in one column.
  void widen_lines(const LayoutLine& line) {
    const bool is_regular = std::ranges::none_of(line.cells, [](const Cell& cell) {
      return cell.on_new_line || cell.has_line_break || cell.width > kWidestAlignedCell;
    });
    if (!line.comment.empty() && !line.head.empty() && !line.comment_is_on_new_line && is_regular) {
      std::string text;
      write_cells(line, text);
      comments_ = std::max(comments_, printed_width(text) + kBetweenCells);
    }
  }

  void write_aligned(const LayoutLine& line, std::string& out) const {
    const std::size_t begin = out.size();
    write_cells(line, out);
    if (line.comment.empty()) {
      return;
    }
    if (line.comment_is_on_new_line) {
      out += kContinuation;
    } else if (!line.head.empty()) {
      const bool is_one_line = out.find('\n', begin) == std::string::npos;
      const std::size_t end = printed_width(std::string_view(out).substr(begin));
      const std::size_t gap =
          is_one_line && end + kBetweenCells < comments_ ? comments_ - end : kBetweenCells;
      out.append(gap, ' ');
    }
    out += line.comment;
  }

  void write_cells(const LayoutLine& line, std::string& out) const {
    out += line.head;
    bool is_aligned = true;
    std::size_t missing = 1;  // blanks up to the next cell
    for (std::size_t i = 0; i < line.cells.size(); ++i) {
      const Cell& cell = line.cells[i];
      if (cell.on_new_line) {
        out += kContinuation;
      } else {
        out.append(missing, ' ');
      }
      out += cell.text;
      is_aligned = is_aligned && !cell.on_new_line && !cell.has_line_break;
      missing = kBetweenCells;
      if (is_aligned && cell.width < widths_[i]) {
        missing += widths_[i] - cell.width;
      }
    }
  }

  /// Writes a line without columns, which would make it longer than a line may be.
  static void write_close(const LayoutLine& line, std::string& out) {
    out += line.head;
    for (const Cell& cell : line.cells) {
      out += cell.on_new_line ? kContinuation : " ";
      out += cell.text;
    }
    if (!line.comment.empty()) {
      out += line.comment_is_on_new_line ? kContinuation : " ";
      out += line.comment;
    }
  }

  std::size_t columns_ = 0;
  std::size_t comments_ = 0;  // the column of the comments
  std::vector<std::size_t> widths_;
};

/// The end of the block that begins at `begin`, a line that is not empty: at an empty line, or
/// above the comments above the first line of another section.
std::size_t end_of_block(const std::vector<LayoutLine>& lines, std::size_t begin) {
  std::string_view head;
  std::size_t end = begin;
  for (std::size_t at = begin; at < lines.size() && !lines[at].is_empty(); ++at) {
    if (lines[at].is_comment()) {
      continue;
    }
    if (!head.empty() && lines[at].head != head) {
      return end;
    }
    head = lines[at].head;
    end = at + 1;
  }
  // Comments below the last line, or without any, are aligned with nothing.
  return head.empty() ? begin + 1 : end;
}

}  // namespace

std::optional<std::string> standard_layout(const text::SourceMap& source,
                                           text::Problems& problems) {
  auto lines = layout_lines(source, problems);
  if (!lines) {
    return std::nullopt;
  }
  std::string out;
  out.reserve(source.text().size());
  bool was_empty = false;
  for (std::size_t at = 0; at < lines->size();) {
    if ((*lines)[at].is_empty()) {
      was_empty = !out.empty();
      ++at;
      continue;
    }
    out.append(was_empty ? 1 : 0, '\n');
    was_empty = false;
    const std::size_t end = end_of_block(*lines, at);
    const auto block_lines = std::span(*lines).subspan(at, end - at);
    const Block block(block_lines);
    for (const LayoutLine& line : block_lines) {
      block.write(line, out);
    }
    at = end;
  }
  return out;
}

}  // namespace dps::blueprint
