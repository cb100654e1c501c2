#include "commands/language_server/lsp_json.h"

#include <cctype>

#include "base/printable.h"

namespace dps::commands {
namespace {

int digit_of(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

}  // namespace

LspJson json_of(LspPosition position) {
  return {{"line", position.line}, {"character", position.character}};
}

LspJson json_of(const TextLines& lines, text::Range range) {
  return {{"start", json_of(lines.position(range.begin))},
          {"end", json_of(lines.position(range.end))}};
}

LspJson edit_json(const TextLines& lines, text::Range range, std::string_view text) {
  return {{"range", json_of(lines, range)}, {"newText", text}};
}

LspPosition position_of(const LspJson& position) {
  return {position.at("line").get<std::uint32_t>(), position.at("character").get<std::uint32_t>()};
}

std::string path_of(std::string_view uri) {
  constexpr std::string_view kFile = "file://";
  if (!uri.starts_with(kFile)) {
    return std::string(uri);
  }
  uri.remove_prefix(std::min(uri.find('/', kFile.size()), uri.size()));  // without a host
  std::string path;
  for (std::size_t at = 0; at < uri.size(); ++at) {
    const bool is_escape = uri[at] == '%' && at + 2 < uri.size() && digit_of(uri[at + 1]) >= 0 &&
                           digit_of(uri[at + 2]) >= 0;
    path +=
        is_escape ? static_cast<char>(digit_of(uri[at + 1]) * 16 + digit_of(uri[at + 2])) : uri[at];
    at += is_escape ? 2 : 0;
  }
  return path;
}

std::string markdown_of(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (std::ispunct(static_cast<unsigned char>(c)) != 0) {
      out += '\\';
    }
    out += c;
  }
  return out;
}

}  // namespace dps::commands
