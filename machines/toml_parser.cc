#include "machines/toml_parser.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/printable.h"

namespace dps::machines {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// Where a text in quotes that begins there ends: behind its last quote, or where the line ends.
std::size_t end_of_text(std::string_view line, std::size_t begin) {
  for (std::size_t i = begin + 1; i < line.size(); ++i) {
    if (line[i] == '\\' && line[begin] == '"') {
      ++i;
    } else if (line[i] == line[begin]) {
      return i + 1;
    }
  }
  return line.size();
}

bool begins_three_quotes(std::string_view line, std::size_t at) {
  const std::string_view three = line.substr(at, 3);
  return three == "\"\"\"" || three == "'''";
}

struct Stray {
  std::size_t at;
  std::string why;
};

std::string_view character_at(std::string_view line, std::size_t at) {
  std::size_t size = 1;
  while (at + size < line.size() && continues_character(line[at + size])) {
    ++size;
  }
  return line.substr(at, size);
}

/// The first thing on a line that the parser is not to see: a character beyond ASCII that stands in
/// no text and no comment (TOML allows none), or a text of several lines (none of our values is).
std::optional<Stray> find_stray(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && line[at] != '#') {
    if (!is_ascii(line[at])) {
      return Stray{at,
                   "'" + printable(character_at(line, at)) + "' stands outside a text in quotes"};
    }
    if (begins_three_quotes(line, at)) {
      return Stray{at, "a text stands on one line, in single or double quotes"};
    }
    at = line[at] == '"' || line[at] == '\'' ? end_of_text(line, at) : at + 1;
  }
  return std::nullopt;
}

toml::source_region place(std::uint32_t number, std::string_view line, std::size_t at) {
  toml::source_index column = 1;
  for (const char c : line.substr(0, at)) {
    column += continues_character(c) ? 0 : 1;
  }
  return {{number, column}, {number, column + 1}, {}};
}

/// toml++ 3.3 has undefined behaviour for most characters beyond ASCII outside texts, and behind a
/// backslash in a text of several lines.
bool has_strays(std::string_view text, TomlMistakes& mistakes) {
  text.remove_prefix(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
  bool has_some = false;
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (auto stray = find_stray(line)) {
      mistakes.add(place(number, line, stray->at), std::move(stray->why));
      has_some = true;
    }
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return has_some;
}

}  // namespace

std::optional<toml::table> parse_toml(std::string_view text, TomlMistakes& mistakes) {
  if (has_strays(text, mistakes)) {
    return std::nullopt;
  }
  toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    mistakes.add(parsed.error().source(), printable(parsed.error().description()));
    return std::nullopt;
  }
  return std::move(parsed).table();
}

}  // namespace dps::machines
