/// dps compare: compares two saved results, or two traces, exit 1 if they differ by more than the
/// tolerance; or ranks the results of designs.
#pragma once

#include "commands/options/command.h"

namespace dps::commands {

Command compare_command();

}  // namespace dps::commands
