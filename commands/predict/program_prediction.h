/// The prediction of an MPI program: dps predict --machine FILE|NAME -- COMMAND.
#pragma once

#include "base/exit_status.h"
#include "base/result.h"
#include "commands/predict/predict_options.h"
#include "commands/programs/program_report.h"
#include "predictor/machines/machine.h"

namespace dps::commands {

/// Starts the command, whose ranks get virtual time, and prints its predicted profile on the
/// machine.
ExitStatus predict_program(const PredictOptions& given);

/// Predicts the program once, on this machine, without printing anything. Errors: those of
/// play_program() and read_run(); (kInput): the machine, or DPS_BOARD_SIZE, is unfit.
Result<ProgramRuns> predict_program_on(const PredictOptions& given,
                                       const machines::Machine& machine);

}  // namespace dps::commands
