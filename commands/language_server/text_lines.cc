#include "commands/language_server/text_lines.h"

#include <algorithm>

namespace dps::commands {
namespace {

/// The number of bytes of the character that begins with `lead`, in valid UTF-8.
std::size_t bytes_of(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/// The number of UTF-16 code units of a character with this number of UTF-8 bytes.
std::uint32_t units_of(std::size_t bytes) {
  return bytes == 4 ? 2 : 1;
}

}  // namespace

TextLines::TextLines(std::string_view text) : text_(text) {
  const bool has_returns = text.find('\r') != std::string_view::npos;
  for (std::size_t at = 0; at < text.size(); ++at) {
    at = has_returns ? text.find_first_of("\r\n", at) : text.find('\n', at);
    if (at == std::string_view::npos) {
      break;
    }
    at += text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n' ? 1 : 0;
    starts_.push_back(static_cast<std::uint32_t>(at + 1));
  }
}

std::size_t TextLines::offset(LspPosition position) const {
  if (position.line >= starts_.size()) {
    return text_.size();
  }
  std::size_t at = starts_[position.line];
  std::uint32_t left = position.character;
  while (at < text_.size() && text_[at] != '\n' && text_[at] != '\r') {
    const std::size_t bytes = bytes_of(text_[at]);
    if (left < units_of(bytes)) {
      break;
    }
    left -= units_of(bytes);
    at += bytes;
  }
  return std::min(at, text_.size());
}

LspPosition TextLines::position(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  LspPosition position{static_cast<std::uint32_t>(after - starts_.begin() - 1), 0};
  for (std::size_t at = *std::prev(after); at < offset;) {
    const std::size_t bytes = bytes_of(text_[at]);
    if (at + bytes > offset) {
      break;
    }
    position.character += units_of(bytes);
    at += bytes;
  }
  return position;
}

}  // namespace dps::commands
