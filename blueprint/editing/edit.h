/// Edits of the program that a blueprint describes, as changes of its text.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "blueprint/editing/edits.h"
#include "blueprint/editing/text_change.h"

namespace dps::blueprint {

/// The changes of the lines that differ after all edits, in the order of the text; or the reason
/// for which nothing is changed: something is unknown or taken, the text would have an error that
/// it has not, or has more lines than a picture shows. All comments remain. Lines that were in the
/// standard layout are so afterwards.
tl::expected<std::vector<TextChange>, std::string> edit_blueprint(const std::string& text,
                                                                  std::span<const Edit> edits);

}  // namespace dps::blueprint
