/// dps predict: predicts a run of a blueprint on a machine, in virtual time, and prints its
/// profile.
#pragma once

#include "commands/options/command.h"

namespace dps::commands {

Command predict_command();

}  // namespace dps::commands
