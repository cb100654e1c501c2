/// Details of a failure: the processes that prevented the session from completing.
#pragma once

#include <string>
#include <vector>

#include "base/units.h"
#include "blueprint/program.h"
#include "coordinator/agents/failure.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/session_result.h"
#include "coordinator/session/simulator_table.h"
#include "transport/control/states.h"

namespace dps::coordinator {

/// Lists the first ten processes that are not in this state, each with its host and its state.
std::vector<std::string> processes_not_in(control::SimulatorState state,
                                          const SimulatorTable& simulators,
                                          const blueprint::Program& program,
                                          const Placement& placement);

/// Adds the reports of the stopped processes to the verdict: for a deadlock, its reason and the
/// missing messages by process; for a timeout, the processes that were not complete. Does not
/// change other verdicts.
void add_details(Failure& verdict, const blueprint::Program& program, const PlayedRun& run);

/// Adds the causes for which the stopped processes waited jointly, except in a deadlock, whose
/// report contains them: collective operations, with the members that have not contributed or did
/// not answer, and messages that waited in their senders.
void add_common_waits(Failure& failure, const blueprint::Program& program, const PlayedRun& run);

/// The note of a run that was ended after this time, with the operations then under way.
std::string note_of_end(const blueprint::Program& program, const PlayedRun& run, Seconds end);

}  // namespace dps::coordinator
