/// The machine of a Parasol file, with the user's choices of a topology and a run-time system.
/// Source: docs/parasol.md, "Predictions".
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "predictor/machines/files/machine_reading.h"
#include "predictor/machines/kinds/parasol/file/parasol_file.h"
#include "predictor/machines/kinds/parasol/parasol_machine.h"
#include "predictor/machines/machine_options.h"

namespace dps::parasol {

/// The first of pvm, express and mpi that the file has.
std::optional<FormulaSection> used_section(const ParasolFile& file);

/// Errors (kInput): a topology or a run-time system that the file does not have.
Result<MachineModel> machine_model(const std::shared_ptr<const ParasolFile>& file,
                                   const machines::MachineOptions& options);

/// The file of a machine that read_parasol_file() made; null for another machine.
std::shared_ptr<const ParasolFile> file_of(const machines::Machine& machine);

/// Reads a file as a machine.
machines::MachineReading read_parasol_file(const SourceText& source,
                                           const machines::MachineOptions& options);

}  // namespace dps::parasol
