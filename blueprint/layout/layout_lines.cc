#include "blueprint/layout/layout_lines.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "base/byte_order_mark.h"
#include "base/printable.h"
#include "base/text/scanner.h"

namespace dps::blueprint {
namespace {

/// True for "-t", "-early"; false for a number such as "-5".
bool is_flag(std::string_view field) {
  return field.size() > 1 && field[0] == '-' && (field[1] < '0' || field[1] > '9') &&
         field[1] != '.' && field[1] != '{';
}

/// The number of cells of one field each; the rest of the line is one more cell.
std::size_t cells_before_rest(std::string_view letter) {
  if (letter == "F") {
    return 4;
  }
  if (letter == "C" || letter == "U" || letter == "P" || letter == "O" || letter == "T") {
    return 2;
  }
  return letter == "V" || letter == "A" ? 1 : 0;
}

/// The number of fields from `at` on that form one cell. `at` counts the fields after the section
/// letter.
std::size_t cell_size(std::string_view letter, std::span<const std::string_view> fields,
                      std::size_t at) {
  const std::size_t rest = fields.size() - at;
  if (letter == "I") {
    return at == 0 || fields[at] == "-each" ? 1 : std::min<std::size_t>(2, rest);
  }
  if (letter == "O" && at >= 2) {
    std::size_t size = 1;
    while (size < rest && !is_flag(fields[at + size])) {
      ++size;
    }
    return size;
  }
  if (letter == "T" && at >= 2) {
    return std::min<std::size_t>(3, rest);
  }
  return at < cells_before_rest(letter) ? 1 : rest;
}

class Lines {
 public:
  Lines(const text::SourceMap& source, const text::Scanned& scanned)
      : text_(source.text()), source_(source), scanned_(scanned) {}

  std::vector<LayoutLine> take() {
    at_ = text_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    for (const text::SourceLine& line : scanned_.lines) {
      const auto fields = scanned_.fields_of(line);
      add_lines_until(fields.front().range.begin);
      add_line(fields);
    }
    add_lines_until(text_.size());
    return std::move(lines_);
  }

 private:
  /// Reads blanks and continuations; true if there was a continuation.
  bool skip_gap() {
    const text::Gap gap = text::gap_at(text_, at_);
    at_ = gap.end;
    return gap.has_break;
  }

  /// Reads a comment, which may be absent; without the blanks at its end.
  std::string read_comment() {
    const text::Range range = text::comment_at(text_, at_);
    at_ = range.end;
    std::string comment(source_.text(range));
    while (!comment.empty() && text::is_blank(comment.back())) {
      comment.pop_back();
    }
    return comment;
  }

  void skip_line_end() {
    if (at_ < text_.size()) {
      at_ += text::line_end_length(text_, at_);
    }
  }

  /// Adds the lines without fields before `end`. Continuations in them join nothing and go.
  void add_lines_until(std::size_t end) {
    while (at_ < end) {
      skip_gap();
      std::string comment = read_comment();
      if (at_ >= end && comment.empty()) {
        return;
      }
      lines_.emplace_back().comment = std::move(comment);
      skip_line_end();
    }
  }

  void add_line(std::span<const text::Field> fields) {
    LayoutLine& line = lines_.emplace_back();
    line.head = source_.text(fields.front().range);
    at_ = fields.front().range.end;
    fields = fields.subspan(1);
    std::vector<std::string_view> texts;
    for (const text::Field& field : fields) {
      texts.push_back(source_.text(field.range));
    }
    for (std::size_t at = 0; at < fields.size();) {
      const std::size_t size = cell_size(line.head, texts, at);
      add_cell(fields.subspan(at, size), line.cells.emplace_back());
      at += size;
    }
    line.comment_is_on_new_line = skip_gap();
    line.comment = read_comment();
    skip_line_end();
  }

  void add_cell(std::span<const text::Field> fields, Cell& cell) {
    for (const text::Field& field : fields) {
      const bool has_break = skip_gap();
      if (&field == &fields.front()) {
        cell.on_new_line = has_break;
      } else {
        cell.text += has_break ? kContinuation : " ";
      }
      for (const char c : source_.text(field.range)) {
        if (c != '\r') {
          cell.text += c;
        }
      }
      at_ = field.range.end;
    }
    cell.has_line_break = cell.text.find('\n') != std::string::npos;
    cell.width = printed_width(cell.text);
  }

  std::string_view text_;
  const text::SourceMap& source_;
  const text::Scanned& scanned_;
  std::size_t at_ = 0;
  std::vector<LayoutLine> lines_;
};

}  // namespace

std::optional<std::vector<LayoutLine>> layout_lines(const text::SourceMap& source,
                                                    text::Problems& problems) {
  const text::Scanned scanned = text::scan(source, problems);
  if (problems.has_errors()) {
    return std::nullopt;
  }
  return Lines(source, scanned).take();
}

std::vector<Cell> cells_of_comment(const std::string& comment) {
  std::vector<Cell> cells;
  std::size_t at = 1;
  while (at < comment.size()) {
    if (text::is_blank(comment[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < comment.size() && comment[end] != '\t' &&
           !(comment[end] == ' ' && end + 1 < comment.size() && text::is_blank(comment[end + 1]))) {
      ++end;
    }
    Cell& cell = cells.emplace_back();
    cell.text = comment.substr(at, end - at);
    cell.width = printed_width(cell.text);
    at = end;
  }
  return cells;
}

}  // namespace dps::blueprint
