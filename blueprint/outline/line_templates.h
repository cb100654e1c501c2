/// The fields of a parsed line that may have expressions.
#pragma once

#include <vector>

#include "blueprint/outline/outline.h"

namespace dps::blueprint {

/// All templates of the line, in the order of the sections' forms, with the tag first. If the line
/// has an error, only the templates before it.
std::vector<const Template*> templates_of(const OutlineLine& line);

}  // namespace dps::blueprint
