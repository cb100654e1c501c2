/// The words and names that are allowed at a place of a blueprint, for completion.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "blueprint/outline/outline.h"
#include "blueprint/outline/words.h"

namespace dps::blueprint {

struct Expected {
  text::Range replaced;         ///< the beginning of the word before the place; may be empty
  std::vector<WordKind> words;  ///< all words of these kinds
  std::vector<NameKind> names;  ///< all names of these kinds
  bool in_expression = false;
};

/// The words and names allowed at the byte `at`; none in a comment, or where only a number or a new
/// tag is allowed.
Expected expected_at(const Outline& outline, std::uint32_t at);

}  // namespace dps::blueprint
