/// The trace of a run, from its events and its records.
#pragma once

#include "base/result.h"
#include "blueprint/program.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/session_result.h"
#include "profiles/traces/clock_fit.h"
#include "profiles/traces/trace.h"

namespace dps::commands {

/// The gates through which the map of a host passes: the offsets that were measured before and
/// after the run, with their errors. `begin`: the beginning of the run on our clock.
traces::ClockGates gates_of(const coordinator::ClockReadings& readings, Nanoseconds begin);

/// Completes the head, which has the program and the description of the run, with hosts and ends
/// of processes, and chooses the maps of the hosts. Errors (kSystem): the temporary file.
Result<traces::Trace> run_trace(traces::TraceHead head, const coordinator::Placement& placement,
                                const coordinator::PlayedRun& run, coordinator::RunEvents events);

}  // namespace dps::commands
