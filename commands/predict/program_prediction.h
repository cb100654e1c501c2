/// The prediction of an MPI program: dps predict --machine SHEET -- COMMAND.
#pragma once

#include "base/exit_status.h"
#include "commands/predict/predict_options.h"

namespace dps::commands {

/// Starts the command, whose ranks get virtual time, and prints the profile that it would have on
/// the machine.
ExitStatus predict_program(const PredictOptions& given);

}  // namespace dps::commands
