/// The depth of a message, before it is parsed: writing a value that is nested a million deep would
/// overflow the stack.
#pragma once

#include <cstddef>
#include <string_view>

namespace dps::studio {

/// The maximum depth. Messages of pages and of the language server have a depth of about ten.
inline constexpr std::size_t kMostDepth = 64;

/// Returns true if arrays and objects are nested deeper. `text` need not be JSON.
bool is_nested_deeper(std::string_view text, std::size_t most);

}  // namespace dps::studio
