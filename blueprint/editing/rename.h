/// Renames a tag, a message type or a variable of a blueprint everywhere.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "blueprint/editing/edits.h"
#include "blueprint/editing/text_change.h"
#include "blueprint/outline/outline.h"

namespace dps::blueprint {

/// The places of the name, in the order of the text, each with the new name; none if it is the old
/// one. Or the reason for which the name is not changed: the new name is taken or impossible, or
/// the blueprint would not be the same program with another name, for instance because an
/// expression in braces composes the name.
tl::expected<std::vector<TextChange>, std::string> rename(const Outline& outline,
                                                          const Renaming& renaming);

}  // namespace dps::blueprint
