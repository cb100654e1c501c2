/// Changes of a text by lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/source_map.h"

namespace dps::blueprint {

struct TextChange {
  text::Range place;  ///< in the text before all changes
  std::string text;

  bool operator==(const TextChange&) const = default;
};

/// The smallest set of line changes that turns `before` into `after`, in text order. Texts that
/// differ in more than about a thousand lines have one change.
std::vector<TextChange> line_changes(std::string_view before, std::string_view after);

/// The text after changes that are in its order and do not overlap.
std::string changed(std::string_view text, const std::vector<TextChange>& changes);

}  // namespace dps::blueprint
