/// Splits the text of a model into statements.
#pragma once

#include <string_view>
#include <vector>

#include "base/text/source_map.h"

namespace dps::models {

/// The statements in `part`, each from its first to its last character, without the ';'. Source:
/// docs/models.md, "Statements". If a line that continues a statement begins like a definition, the
/// statement before it was not finished: both are returned.
std::vector<text::Range> statements_of(std::string_view text, text::Range part);

}  // namespace dps::models
