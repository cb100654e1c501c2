/// dps run: runs a blueprint with real processes, or an MPI program, and prints its profile.
#pragma once

#include "commands/options/command.h"

namespace dps::commands {

Command run_command();

}  // namespace dps::commands
