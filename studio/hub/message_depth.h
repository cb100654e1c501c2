/// The depth of a message, before it is parsed: a value nested a million deep would overflow the
/// stack of what writes it again.
#pragma once

#include <cstddef>
#include <string_view>

namespace dps::studio {

/// Those of pages have about ten; those of the language server, too.
inline constexpr std::size_t kMostDepth = 64;

/// True if arrays and objects are nested deeper. `text` need not be JSON.
bool is_nested_deeper(std::string_view text, std::size_t most);

}  // namespace dps::studio
