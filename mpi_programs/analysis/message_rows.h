/// The messages of an MPI program in a result: their books, and their latencies.
#pragma once

#include <vector>

#include "base/statistics/latencies.h"
#include "mpi_programs/analysis/matching.h"
#include "mpi_programs/analysis/recorded_program.h"
#include "profiles/result.h"

namespace dps::mpi_profiles {

/// A row for each tag and communicator, sender and receiver; summed over all ranks if there are
/// more than a result has (profiles::kMostMessageRows). A message that was not received is late.
std::vector<profiles::MessageProfile> message_rows(const RecordedProgram& program,
                                                   const Matching& matching);

/// Sets the number of late messages of each process from the rows.
void add_late(profiles::RunProfile& run);

/// The latencies of messages, from the start of the send to the end of the call that completed the
/// receive, and of calls, by phase and site.
statistics::Latencies latencies_of(const RecordedProgram& program, const Matching& matching);

}  // namespace dps::mpi_profiles
