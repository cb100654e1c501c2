/// Makes a result (docs/result.md) from the runs of a prediction.
#pragma once

#include "blueprint/terrain/assignment.h"
#include "commands/cli/blueprint_file.h"
#include "commands/cli/command_line.h"
#include "commands/predicted_runs.h"
#include "predictor/machines/machine.h"
#include "profiles/result.h"

namespace dps::coordinator {

/// A program that was predicted; all borrowed.
struct PredictedProgram {
  const BlueprintFile& file;
  const machines::Machine& machine;
  const terrain::Assignment& assignment;
};

/// Returns the result of at least one run, with the notes of all its parts. The caller sets its
/// level.
profiles::RunResult prediction_result(const CommandLine& line, const PredictedProgram& program,
                                      PredictedRuns predicted);

}  // namespace dps::coordinator
