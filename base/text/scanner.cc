#include "base/text/scanner.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/byte_order_mark.h"
#include "base/printable.h"

namespace dps::text {
namespace {

/// The first byte that is not part of a UTF-8 character, or npos.
std::size_t find_broken_utf8(std::string_view line) {
  if (is_utf8(line)) {
    return std::string_view::npos;
  }
  std::size_t at = 0;
  while (at < line.size()) {
    std::size_t length = 1;
    while (length <= 4 && !is_utf8(line.substr(at, length))) {
      ++length;
    }
    if (length > 4) {
      break;
    }
    at += length;
  }
  return std::min(at, line.size() - 1);
}

class Scanner {
 public:
  Scanner(const SourceMap& source, Problems& problems)
      : text_(source.text()), problems_(problems) {}

  Scanned scan();

 private:
  bool refuse_other_encodings();
  void scan_logical_line();
  /// Reports bytes that are not allowed in any line.
  void inspect_physical_line(std::size_t begin);
  void report(std::size_t begin, std::size_t length, std::string text);

  void scan_field();
  /// Each returns the position after the field, or npos after an error.
  std::size_t scan_raw(std::size_t at) const;
  std::size_t scan_plain(std::size_t at);
  std::size_t scan_quoted(std::size_t open);
  std::size_t skip_brace(std::string_view text, std::size_t at);
  void skip_logical_line();

  [[nodiscard]] bool at_line_end(std::size_t at) const {
    return at >= text_.size() || line_end_length(text_, at) > 0;
  }
  [[nodiscard]] bool at_field_end(std::size_t at) const {
    return at_line_end(at) || is_blank(text_[at]) || continuation_length(text_, at) > 0;
  }
  [[nodiscard]] std::size_t find_line_end(std::size_t at) const;
  /// True from the name of a V line and from the expression of an A line on.
  [[nodiscard]] bool is_in_expression() const;

  std::string_view text_;
  Problems& problems_;
  Scanned out_;
  SourceLine line_;
  std::size_t at_ = 0;
};

Scanned Scanner::scan() {
  if (refuse_other_encodings()) {
    return std::move(out_);
  }
  at_ = text_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  while (at_ < text_.size()) {
    scan_logical_line();
  }
  return std::move(out_);
}

bool Scanner::refuse_other_encodings() {
  if (text_.size() > kMaxFileBytes) {
    problems_.error_without_place("the file is larger than 16 MiB, the limit");
    return true;
  }
  const bool marked = text_.starts_with("\xff\xfe") || text_.starts_with("\xfe\xff");
  const bool alternates = text_.size() >= 4 && (text_[0] == '\0') != (text_[1] == '\0') &&
                          (text_[0] == '\0') == (text_[2] == '\0') &&
                          (text_[1] == '\0') == (text_[3] == '\0');
  if (marked || alternates) {
    problems_.error_without_place("the file is UTF-16; save it as UTF-8");
  }
  return marked || alternates;
}

void Scanner::scan_logical_line() {
  line_ = SourceLine{static_cast<std::uint32_t>(out_.fields.size()), 0, false};
  inspect_physical_line(at_);
  while (!at_line_end(at_)) {
    if (const std::size_t length = continuation_length(text_, at_)) {
      at_ += length;
      inspect_physical_line(at_);
    } else if (is_blank(text_[at_])) {
      ++at_;
    } else if (text_[at_] == '#') {
      at_ = find_line_end(at_);
    } else {
      scan_field();
    }
  }
  at_ += at_ < text_.size() ? line_end_length(text_, at_) : 0;
  line_.field_count = static_cast<std::uint32_t>(out_.fields.size()) - line_.first_field;
  if (line_.field_count > 0) {
    out_.lines.push_back(line_);
  }
}

void Scanner::inspect_physical_line(std::size_t begin) {
  const std::string_view line = text_.substr(begin, find_line_end(begin) - begin);
  if (line.size() > kMaxLineBytes) {
    report(begin, 0, "the line is longer than 64 KiB; split it with '\\' at the end of a line");
  } else if (const auto nul = line.find('\0'); nul != std::string_view::npos) {
    report(begin + nul, 1, "the file contains a NUL byte; it must be text");
  } else if (const auto lone = line.find('\r'); lone != std::string_view::npos) {
    report(begin + lone, 1, "carriage return inside a line; lines must end in LF or CRLF");
  } else if (const auto broken = find_broken_utf8(line); broken != std::string_view::npos) {
    report(begin + broken, 1, "the text is not UTF-8; save the file as UTF-8");
  }
}

void Scanner::report(std::size_t begin, std::size_t length, std::string text) {
  if (!line_.broken) {
    problems_.error(range_of(begin, begin + length), std::move(text));
  }
  line_.broken = true;
}

void Scanner::scan_field() {
  const std::size_t begin = at_;
  const bool raw = is_in_expression();
  const bool is_quoted = !raw && text_[begin] == '"';
  const std::size_t end = raw         ? scan_raw(begin)
                          : is_quoted ? scan_quoted(begin)
                                      : scan_plain(begin);
  if (end == std::string_view::npos) {
    skip_logical_line();
    return;
  }
  at_ = end;
  if (out_.fields.size() - line_.first_field == kMaxFields) {
    report(begin, end - begin, "the line has more than 4096 fields");
    skip_logical_line();
    return;
  }
  const std::size_t quote = is_quoted ? 1 : 0;
  out_.fields.push_back({range_of(begin, end), range_of(begin + quote, end - quote), is_quoted});
}

std::size_t Scanner::scan_raw(std::size_t at) const {
  while (!at_field_end(at)) {
    ++at;
  }
  return at;
}

std::size_t Scanner::scan_plain(std::size_t at) {
  while (at != std::string_view::npos && !at_field_end(at)) {
    if (text_[at] == '"') {
      report(at, 1, "'\"' in the middle of a field; quote the whole field, with '\\\"' inside it");
      return std::string_view::npos;
    }
    at = skip_brace(text_, at);
  }
  return at;
}

std::size_t Scanner::scan_quoted(std::size_t open) {
  const std::string_view line = text_.substr(0, find_line_end(open));
  std::size_t at = open + 1;
  while (at < line.size() && line[at] != '"') {
    at = line[at] == '\\' ? at + 2 : skip_brace(line, at);
  }
  if (at == std::string_view::npos) {
    return at;
  }
  if (at >= line.size()) {
    report(open, 1, "the quote is not closed on its line");
    return std::string_view::npos;
  }
  if (!at_field_end(at + 1)) {
    report(at + 1, 1, "text directly after a closing quote; separate fields by blanks");
    return std::string_view::npos;
  }
  return at + 1;
}

std::size_t Scanner::skip_brace(std::string_view text, std::size_t at) {
  if (text[at] != '{' && text[at] != '}') {
    return at + 1;
  }
  if (at + 1 < text.size() && text[at + 1] == text[at]) {
    return at + 2;
  }
  if (text[at] == '}') {
    report(at, 1, "'}' has no '{' before it; write '}}' for a literal brace");
    return std::string_view::npos;
  }
  const std::size_t end = end_of_braces(text, at);
  if (end == std::string_view::npos) {
    report(at, 1, "'{' has no '}' on its line; write '{{' for a literal brace");
    return end;
  }
  for (std::size_t line = at; (line = text.find('\n', line)) < end;) {
    inspect_physical_line(++line);
  }
  return end;
}

void Scanner::skip_logical_line() {
  at_ = find_line_end(at_);
  while (at_ < text_.size() && at_ > 0 && text_[at_ - 1] == '\\') {
    at_ = find_line_end(at_ + line_end_length(text_, at_));
  }
}

std::size_t Scanner::find_line_end(std::size_t at) const {
  const std::size_t newline = std::min(text_.find('\n', at), text_.size());
  const bool crlf = newline > at && newline < text_.size() && text_[newline - 1] == '\r';
  return crlf ? newline - 1 : newline;
}

bool Scanner::is_in_expression() const {
  const std::size_t count = out_.fields.size() - line_.first_field;
  if (count == 0) {
    return false;
  }
  const Range first = out_.fields[line_.first_field].range;
  const std::string_view letter = text_.substr(first.begin, first.end - first.begin);
  return letter == "V" || (letter == "A" && count >= 2);
}

}  // namespace

std::string text_of(const SourceMap& source, std::span<const Field> fields) {
  std::string out;
  for (const Field& field : fields) {
    out += out.empty() ? "" : " ";
    out += source.text(field.range);
  }
  return out;
}

Scanned scan(const SourceMap& source, Problems& problems) {
  return Scanner(source, problems).scan();
}

Gap gap_at(std::string_view text, std::size_t at) {
  Gap gap{at};
  while (gap.end < text.size()) {
    const std::size_t length = continuation_length(text, gap.end);
    if (length == 0 && !is_blank(text[gap.end])) {
      break;
    }
    gap.has_break = gap.has_break || length > 0;
    gap.end += std::max<std::size_t>(length, 1);
  }
  return gap;
}

Range comment_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '#') {
    return range_of(at, at);
  }
  std::size_t end = at;
  while (end < text.size() && line_end_length(text, end) == 0) {
    ++end;
  }
  return range_of(at, end);
}

std::size_t end_of_braces(std::string_view text, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t at = open; at < text.size();) {
    if (const std::size_t length = continuation_length(text, at)) {
      at += length;
      continue;
    }
    if (text[at] == '\n') {
      return std::string_view::npos;
    }
    depth += text[at] == '{' ? 1 : 0;
    depth -= text[at] == '}' ? 1 : 0;
    ++at;
    if (depth == 0) {
      return at;
    }
  }
  return std::string_view::npos;
}

std::size_t line_end_length(std::string_view text, std::size_t at) {
  if (at < text.size() && text[at] == '\n') {
    return 1;
  }
  return at < text.size() && text.substr(at).starts_with("\r\n") ? 2 : 0;
}

std::size_t continuation_length(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '\\') {
    return 0;
  }
  if (at + 1 == text.size()) {
    return 1;
  }
  const std::size_t end = line_end_length(text, at + 1);
  return end == 0 ? 0 : end + 1;
}

}  // namespace dps::text
