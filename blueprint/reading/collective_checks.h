/// Checks of O lines with -collective that need more than one line or process.
#pragma once

#include <span>
#include <vector>

#include "base/expression/template.h"
#include "base/text/problems.h"
#include "blueprint/program.h"
#include "blueprint/reading/tags.h"
#include "blueprint/reading/written_lines.h"

namespace dps::blueprint {

/// An O line depends on `step` if the C line that its -combine names does. `lines` are by
/// definition, and their tags are known.
void inherit_step(std::vector<WrittenLine>& lines, const Tags& tags,
                  const expression::Templates& templates);

/// Reports processes that perform an operation of which they are no members, members that evaluate
/// a line differently, message types that another O line sends, and lines with `step` that are not
/// in one functionality with the same K everywhere. The program has been read without errors.
/// Source: docs/language.md, "Collective operations".
void check_collectives(const Program& program, std::span<const WrittenLine> lines,
                       text::Problems& problems);

}  // namespace dps::blueprint
