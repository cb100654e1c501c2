/// Makes text from outside safe to print on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace dps {

/// Returns `text` with control characters, DEL and bytes that are not valid UTF-8 as \xNN.
/// Source: reliability promise S8 (docs/reliability.md).
std::string printable(std::string_view text);

/// True if `text` is valid UTF-8 (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF).
bool is_utf8(std::string_view text);

/// The width of printable(text) on a terminal in columns, one per code point.
std::size_t printed_width(std::string_view text);

}  // namespace dps
