/// Completion scripts for shells, from the table of commands.
#pragma once

#include <string>

#include "commands/options/command.h"

namespace dps::commands {

std::string bash_completion(CommandTable table);
std::string zsh_completion(CommandTable table);
std::string fish_completion(CommandTable table);

}  // namespace dps::commands
