/// The letters that begin lines, and what a line with another one is told.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "blueprint/program.h"

namespace dps::blueprint {

/// The section that defines tags with this letter. T and V lines define none.
std::optional<Section> section_of(std::string_view letter);

/// The diagnostic for a first field that is no section letter, with the likely one.
std::string unknown_section(std::string_view field);

}  // namespace dps::blueprint
