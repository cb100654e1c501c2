/// Finds the names that a line of a blueprint mentions.
#pragma once

#include <cstdint>
#include <vector>

#include "base/expression/template.h"
#include "base/expression/variables.h"
#include "base/text/source_map.h"
#include "blueprint/outline/outline_line.h"

namespace dps::blueprint {

/// The context that determines the names of a line. The variables are evaluated.
struct LineNames {
  const text::SourceMap& source;
  const expression::Templates& templates;
  const expression::Variables& variables;
};

/// Adds the mentions of one line, in the order of the text but for variables inside the braces of
/// a tag, which follow it. `number`: Mention::line.
void add_mentions(const LineNames& names, const OutlineLine& line, std::uint32_t number,
                  std::vector<Mention>& out);

}  // namespace dps::blueprint
