/// Changes of a text, as a page counts its characters.
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

/// The text after the edits, which do not overlap and are ordered from the last one of the text to
/// the first, so that the positions are those of the text before. nullopt: a position is not in the
/// text, or within a character; the edits have another order; or the text would have more than
/// `most` bytes.
std::optional<std::string> edited_text(std::string_view text, std::span<const TextEdit> edits,
                                       std::size_t most);

}  // namespace dps::studio
