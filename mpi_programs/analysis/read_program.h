/// Reads the logs of all ranks of an MPI program.
#pragma once

#include <vector>

#include "base/result.h"
#include "mpi_programs/analysis/recorded_program.h"

namespace dps::mpi_profiles {

/// Puts the logs together; a log may end anywhere, since its rank may have. Errors (kLimit): a rank
/// has more calls than dps can number.
Result<RecordedProgram> read_program(std::vector<RankLogs> logs);

}  // namespace dps::mpi_profiles
