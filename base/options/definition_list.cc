#include "base/options/definition_list.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"

namespace dps::options {
namespace {

/// Lines that are too short to read are avoided on very narrow terminals.
std::size_t text_width(std::size_t width, std::size_t indent) {
  constexpr std::size_t kLeast = 20;
  constexpr std::size_t kMost = 100;
  const std::size_t line = std::min(width, kMost);
  return line > indent + kLeast ? line - indent : kLeast;
}

/// Breaks `text` at blanks into lines of at most `width` columns.
std::vector<std::string> lines_of(std::string_view text, std::size_t width) {
  std::vector<std::string> lines{""};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!lines.back().empty() && printed_width(lines.back()) + 1 + printed_width(word) > width) {
      lines.emplace_back();
    }
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

}  // namespace

std::string paragraph(std::string_view text, std::size_t width) {
  return fmt::format("{}\n", fmt::join(lines_of(text, text_width(width, 0)), "\n"));
}

std::string hanging(std::string_view first, std::string_view text, std::size_t width) {
  const std::size_t indent = printed_width(first);
  return fmt::format(
      "{}{}\n", first,
      fmt::join(lines_of(text, text_width(width, indent)), "\n" + std::string(indent, ' ')));
}

std::string definition_list(const std::vector<Definition>& rows, std::size_t widest,
                            std::size_t width) {
  std::size_t column = 0;
  for (const auto& [term, text] : rows) {
    column = term.size() <= widest ? std::max(column, term.size()) : column;
  }
  const std::size_t indent = column + 4;
  std::string out;
  for (const auto& [term, text] : rows) {
    const bool fits = term.size() <= column;
    out += "  " + term + (fits ? "" : "\n");
    std::size_t blanks = fits ? indent - 2 - term.size() : indent;
    for (const std::string& line : lines_of(text, text_width(width, indent))) {
      out += std::string(blanks, ' ') + line + "\n";
      blanks = indent;
    }
  }
  return out;
}

}  // namespace dps::options
