/// Completion scripts for shells, from the table of commands.
#pragma once

#include <string>

namespace dps::coordinator {

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

}  // namespace dps::coordinator
