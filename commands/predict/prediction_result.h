/// Makes a result (docs/result.md) from the runs of a prediction.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "blueprint/terrain/assignment.h"
#include "commands/cli/blueprint_file.h"
#include "commands/groups/blueprint_options.h"
#include "commands/groups/machine_options.h"
#include "commands/predict/predicted_runs.h"
#include "predictor/machines/machine.h"
#include "profiles/result.h"

namespace dps::commands {

/// A program that was predicted; all borrowed.
struct PredictedProgram {
  const BlueprintFile& file;
  const machines::Machine& machine;
  const terrain::Assignment& assignment;
};

/// The options of a prediction; all borrowed.
struct PredictionRequest {
  const std::vector<std::string>& words;  ///< the command line
  const BlueprintOptions& blueprint;
  const MachineChoice& machine;
};

/// The environment without date and place: they do not affect a prediction (docs/result.md, "A
/// prediction").
std::vector<std::pair<std::string, std::string>> prediction_environment(
    const PredictionRequest& request, const machines::MachineSummary& machine);

/// A host of the machine in a result.
profiles::HostProfile profile_of(const machines::MachineHost& host);

/// Returns the result of at least one run, with the notes of all its parts. The caller sets its
/// level.
profiles::RunResult prediction_result(const PredictionRequest& request,
                                      const PredictedProgram& program, PredictedRuns predicted);

}  // namespace dps::commands
