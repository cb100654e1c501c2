/// dps estimate: the times of an SPMD source, or of instruction streams, on 1
/// to N processors.
#pragma once

#include "commands/options/command.h"

namespace dps::commands {

Command estimate_command();

}  // namespace dps::commands
