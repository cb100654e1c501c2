/// The byte order mark that some editors put at the start of a text in UTF-8.
#pragma once

#include <string_view>

namespace dps {

inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// The text after its byte order mark; the whole text if it has none.
constexpr std::string_view without_byte_order_mark(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

}  // namespace dps
