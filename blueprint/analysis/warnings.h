/// Warnings that need the whole program: legal code that is almost certainly a mistake.
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// Returns the warnings of docs/language.md that need the whole program, in line order, one per
/// cause. Each is certain for every order in which messages may arrive; the only exception is the
/// warning of a message that may arrive too early, whose text contains "may". `allowed_early`:
/// lines of the tags of units that have no such warning (ParsedBlueprint::allowed_early).
std::vector<Diagnostic> find_warnings(const Program& program,
                                      const std::vector<std::uint32_t>& allowed_early = {});

}  // namespace dps::blueprint
