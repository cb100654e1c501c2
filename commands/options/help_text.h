/// The texts of --help, from the table of commands.
#pragma once

#include <cstddef>
#include <string>

#include "commands/options/option.h"

namespace dps::coordinator {

/// All commands in their groups. Lines have at most `width` columns.
std::string overview(std::size_t width);

/// Usage, options and examples of a command.
std::string help_of(const Command& command, std::size_t width);

}  // namespace dps::coordinator
