/// dps datasheet: fits equations to measured times, or prints a data sheet.
#pragma once

#include "commands/options/command.h"

namespace dps::commands {

Command datasheet_command();

}  // namespace dps::commands
