/// The profile of a run of an MPI program. Source: docs/result.md, "MPI programs".
#pragma once

#include <string>
#include <vector>

#include "mpi_programs/analysis/matching.h"
#include "mpi_programs/analysis/recorded_program.h"
#include "profiles/result.h"

namespace dps::mpi_profiles {

/// Returns the profile at level functionality. Requires the calls' idle times (find_idle_times()).
profiles::RunProfile profile_of(const RecordedProgram& program, const Matching& matching);

/// Remarks on figures that are missing or incomplete.
std::vector<std::string> notes_of(const RecordedProgram& program, const Matching& matching);

}  // namespace dps::mpi_profiles
