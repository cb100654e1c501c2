// Programs that no blueprint wrote: every table filled at random, every position within its table.
#pragma once

#include <string>

#include "blueprint/program.h"

namespace dps::blueprint {

/// Drawn from RapidCheck's source of randomness.
Program any_program();

/// All that a process may do, written out with tags instead of positions: equal texts, equal
/// meaning.
std::string meaning(const Program& program, ProcessId process);

}  // namespace dps::blueprint
