/// The sum of an `ops` line, for the summary and the graph.
#pragma once

#include <string>

#include "blueprint/program.h"

namespace dps::blueprint {

/// "4*ila + goto", "4*ila + goto cached", "4*ila + goto loop 40".
std::string operations_text(const Program& program, const Computation& computation);

}  // namespace dps::blueprint
