/// The times that ranks compute between their calls, by function of their code.
#pragma once

#include "mpi_programs/analysis/recorded_program.h"
#include "profiles/mpi_profile.h"
#include "profiles/why.h"

namespace dps::mpi_profiles {

/// Sets the lists of computing, if the program was sampled.
void add_computing(const RecordedProgram& program, profiles::MpiProfile& profile);

/// Names the functions that take most of each computation on the critical path.
void name_functions(const RecordedProgram& program, profiles::Why& why);

/// The reason why ranks were not sampled although dps requested it; "" if they were.
std::string sampling_note(const RecordedProgram& program);

}  // namespace dps::mpi_profiles
