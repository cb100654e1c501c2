/// dps sweep: predicts or runs a blueprint at many values of its variables, and prints a table.
#pragma once

#include "commands/options/command.h"

namespace dps::commands {

Command sweep_command();

}  // namespace dps::commands
