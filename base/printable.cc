#include "base/printable.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace dps {
namespace {

/// The length of the UTF-8 sequence at the start of `text`, 0 if it is invalid.
/// Source: RFC 3629, section 4.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto continues = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xbf) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) {
    return 1;
  }
  if (lead >= 0xc2 && lead <= 0xdf) {
    return continues(1) ? 2 : 0;
  }
  if (lead >= 0xe0 && lead <= 0xef) {
    const unsigned low = lead == 0xe0 ? 0xa0 : 0x80;
    const unsigned high = lead == 0xed ? 0x9f : 0xbf;
    return continues(1, low, high) && continues(2) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const unsigned low = lead == 0xf0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xf4 ? 0x8f : 0xbf;
    return continues(1, low, high) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

/// True for C0 controls, DEL, and C1 controls (in UTF-8: C2 80 … C2 9F).
bool is_control(std::string_view sequence) {
  const auto lead = static_cast<unsigned char>(sequence[0]);
  return lead < 0x20 || lead == 0x7f ||
         (lead == 0xc2 && static_cast<unsigned char>(sequence[1]) < 0xa0);
}

/// The length of the printable ASCII at the start of `text`. Nearly all text consists of it and is
/// copied as a whole.
std::size_t plain_length(std::string_view text) {
  const auto end =
      std::find_if(text.begin(), text.end(), [](char c) { return c < 0x20 || c > 0x7e; });
  return static_cast<std::size_t>(end - text.begin());
}

void append_escaped(std::string& out, std::string_view bytes) {
  static constexpr std::array<char, 17> kDigits{"0123456789abcdef"};
  for (const char c : bytes) {
    const auto value = static_cast<unsigned char>(c);
    out += "\\x";
    out += kDigits[value >> 4];
    out += kDigits[value & 15];
  }
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    if (const std::size_t plain = plain_length(text); plain > 0) {
      out += text.substr(0, plain);
      text.remove_prefix(plain);
      continue;
    }
    const std::size_t length = sequence_length(text);
    const auto sequence = text.substr(0, length == 0 ? 1 : length);
    if (length == 0 || is_control(sequence)) {
      append_escaped(out, sequence);
    } else {
      out += sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return out;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) {
      return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

std::size_t printed_width(std::string_view text) {
  std::size_t width = 0;
  for (const char c : printable(text)) {
    width += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 : 0;
  }
  return width;
}

}  // namespace dps
