// Random programs, for properties: random entries in every table, with all positions in their
// tables.
#pragma once

#include <string>

#include "blueprint/program.h"

namespace dps::blueprint {

/// Generates a program from RapidCheck's random numbers.
Program any_program();

/// The behaviour of a process as text, with tags instead of positions. Programs with equal texts
/// have equal meanings.
std::string meaning(const Program& program, ProcessId process);

}  // namespace dps::blueprint
