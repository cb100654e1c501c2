/// What is legal and surely not meant, seen only when the whole program is known.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// The warnings of docs/language.md that need the whole program, one a cause, in the order of the
/// lines. All of them hold whatever the order in which messages arrive, except that of a message
/// that comes too early, which says that it may; none is given where the text leaves it open.
std::vector<Diagnostic> find_warnings(const Program& program);

}  // namespace dps::blueprint
