/// The option for the progress of a command.
#pragma once

#include "commands/options/option.h"
#include "commands/terminal/status_line.h"

namespace dps::commands {

Option progress_option(ProgressChoice& given);

}  // namespace dps::commands
