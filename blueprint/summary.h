/// Summarizes a program for people; `dps check` prints the summary.
#pragma once

#include <string>

#include "blueprint/program.h"

namespace dps::blueprint {

/// Lists the processes by P line, the programs and functions that they would execute and call, and
/// the messages by O line with senders, receivers and sizes. Lines have at most 80 columns unless a
/// tag is too long.
/// Lists every exec and call that a process can reach (reliability promise S5), except that a C
/// line with more than 100 different sets of arguments has only the first 100 and the number of
/// others.
std::string summarize(const Program& program);

}  // namespace dps::blueprint
