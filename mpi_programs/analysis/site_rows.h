/// Sums over all ranks: by site, by collective operation, and by function.
#pragma once

#include "mpi_programs/analysis/recorded_program.h"
#include "profiles/mpi_profile.h"

namespace dps::mpi_profiles {

profiles::MpiProfile mpi_profile_of(const RecordedProgram& program);

}  // namespace dps::mpi_profiles
