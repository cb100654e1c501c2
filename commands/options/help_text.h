/// The texts of --help, from the table of commands.
#pragma once

#include <cstddef>
#include <string>

#include "commands/options/command.h"

namespace dps::commands {

/// All commands in their groups. Lines have at most `width` columns.
std::string overview(CommandTable table, std::size_t width);

/// Usage, options and examples of a command.
std::string help_of(const Command& command, const Syntax& syntax, std::size_t width);

}  // namespace dps::commands
