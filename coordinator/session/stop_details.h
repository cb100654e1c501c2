/// Which processes kept a session from completing, as details of its failure.
#pragma once

#include <string>
#include <vector>

#include "blueprint/program.h"
#include "control/states.h"
#include "coordinator/agents/failure.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/session_result.h"
#include "coordinator/session/simulator_table.h"

namespace dps::coordinator {

/// A line for each process that is not in this state, with its host and its state; the first ten.
std::vector<std::string> processes_not_in(control::SimulatorState state,
                                          const SimulatorTable& simulators,
                                          const blueprint::Program& program,
                                          const Placement& placement);

/// What the stopped processes of the run reported: for a deadlock its reason and, by process, the
/// messages that are missing; for a timeout the processes that were not complete. Other verdicts
/// stay as they are.
void add_details(Failure& verdict, const blueprint::Program& program, const PlayedRun& run);

}  // namespace dps::coordinator
