/// The trace of a run of an MPI program. Source: docs/trace.md, "MPI programs".
#pragma once

#include "base/result.h"
#include "mpi_programs/analysis/matching.h"
#include "mpi_programs/analysis/recorded_program.h"
#include "profiles/traces/head.h"
#include "profiles/traces/trace.h"

namespace dps::mpi_profiles {

/// `head` describes the run and has the limits; lines, types, processes and hosts are added.
/// Threads other than the one that called MPI_Init are processes of their own. Errors (kSystem):
/// the temporary file.
Result<traces::Trace> trace_of(const RecordedProgram& program, const Matching& matching,
                               traces::TraceHead head);

}  // namespace dps::mpi_profiles
