/// Section letters, and the diagnostic for an unknown one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "blueprint/program.h"

namespace dps::blueprint {

/// Returns the section with this letter; nullopt for T, V and A, which define no tags, and for
/// others.
std::optional<Section> section_of(std::string_view letter);

/// True for T, V and A.
bool is_other_section(std::string_view letter);

/// Returns the diagnostic for a first field that is not a section letter, with a suggestion.
std::string unknown_section(std::string_view field);

}  // namespace dps::blueprint
