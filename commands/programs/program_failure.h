/// Explains why a run of an MPI program has failed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/programs/program_run.h"
#include "coordinator/agents/failure.h"
#include "mpi_programs/analysis/recorded_program.h"

namespace dps::commands {

/// Returns nullopt if the command ended with status 0 and every rank called MPI_Finalize.
/// `program` is read from the logs, and has no ranks if no process called MPI_Init.
std::optional<coordinator::Failure> failure_of(const PlayedProgram& played,
                                               const mpi_profiles::RecordedProgram& program);

/// "MPI_Recv from p[1], tag 5, at ring.c:14".
std::string call_text(const mpi_profiles::RecordedProgram& program,
                      const mpi_profiles::RecordedCall& call);

}  // namespace dps::commands
