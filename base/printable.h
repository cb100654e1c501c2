/// Text from outside made safe for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace dps {

/// `text` with control characters, DEL and bytes that are not valid UTF-8 written as \xNN.
/// Source: reliability promise S8 (docs/reliability.md).
std::string printable(std::string_view text);

/// True if `text` is valid UTF-8 (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF).
bool is_utf8(std::string_view text);

/// Columns that printable(text) takes on a terminal, one a code point.
std::size_t printed_width(std::string_view text);

}  // namespace dps
