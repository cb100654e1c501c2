#include "base/plots/tex_text.h"

#include <fmt/format.h>

namespace dps::plots {
namespace {

constexpr std::string_view kMicro = "µ";

/// True for the letters from U+00C0 to U+00FF in UTF-8 that the usual fonts of LaTeX have: without
/// eth and thorn, and without the signs for times and divided by.
bool is_latin_letter(std::string_view text) {
  constexpr std::string_view kOthers = "\x90\x97\x9E\xB0\xB7\xBE";
  return text.size() > 1 && text[0] == '\xC3' &&
         (static_cast<unsigned char>(text[1]) & 0xC0U) == 0x80U &&
         kOthers.find(text[1]) == std::string_view::npos;
}

std::string tex_character(char c) {
  switch (c) {
    case '\\':
      return "\\textbackslash{}";
    case '^':
    case '~':
      return fmt::format("\\{}{{}}", c);
    case '-':
      return "-{}";  // two are no dash
    case '<':
      return "\\textless{}";
    case '>':
      return "\\textgreater{}";
    case '#':
    case '$':
    case '%':
    case '&':
    case '_':
    case '{':
    case '}':
      return {'\\', c};
    default:
      return {c};
  }
}

}  // namespace

std::string tex_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (text.starts_with(kMicro)) {
      out += "\\ensuremath{\\mu}";
      text.remove_prefix(kMicro.size());
      continue;
    }
    const auto first = static_cast<unsigned char>(text[0]);
    std::size_t length = 1;
    if (is_latin_letter(text)) {
      length = 2;
      out += text.substr(0, length);
    } else if (first >= 0xC0U) {
      out += '?';
    } else if (first < 0x80U) {
      out += tex_character(text[0]);
    }
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace dps::plots
