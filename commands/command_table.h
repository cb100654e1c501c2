/// The table of the commands of dps.
#pragma once

#include "commands/options/command.h"

namespace dps::commands {

/// A row for each command. To add a command: write its options, its function and its row
/// (NAME_command.h and .cc, or a folder), and add it here and to CMakeLists.txt.
CommandTable command_table();

}  // namespace dps::commands
