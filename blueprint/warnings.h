/// Warnings that need the whole program: legal code that is almost certainly a mistake.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// Returns the warnings of docs/language.md that need the whole program, in line order, one per
/// cause. Each is certain for every order in which messages may arrive; the only exception is the
/// warning of a message that may arrive too early, which says "may".
std::vector<Diagnostic> find_warnings(const Program& program);

}  // namespace dps::blueprint
