/// Changes of a text, with the positions that a page uses.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dps::studio {

/// Replaces a part of a text. Positions are numbers of UTF-16 code units, as in JavaScript.
struct TextEdit {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::string insert;
};

/// The text after the edits, which do not overlap and are ordered from the last position to the
/// first, so that all positions refer to the original text. nullopt: a position is not in the
/// text, or within a character; the edits have another order; or the text would have more than
/// `most` bytes.
std::optional<std::string> edited_text(std::string_view text, std::span<const TextEdit> edits,
                                       std::size_t most);

}  // namespace dps::studio
