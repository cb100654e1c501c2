/// What a program is, in a few lines for a person: what `dps check` prints.
#pragma once

#include <string>

#include "blueprint/program.h"

namespace dps::blueprint {

/// The processes by P line, everything that would be executed or called and by whom, and who sends
/// what to whom by O line, with its sizes. Lines of at most 80 columns where the tags allow it.
/// Promises: every exec and call that some process can reach is listed (reliability promise S5),
/// but for other arguments of one C line beyond the first 100, which are counted.
std::string summarize(const Program& program);

}  // namespace dps::blueprint
