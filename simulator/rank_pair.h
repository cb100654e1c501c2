/// The two halves of a rank: what mpirun has started guards, its child calls MPI_Init. Like the
/// halves of an agent each ends with the other, and nothing that was started below them is left.
#pragma once

#include <functional>
#include <string>

#include <sys/types.h>

#include "simulator/meeting.h"

namespace dps::simulator {

/// The rank of a process. In the child: runs `simulator` and returns its exit status. In the
/// guardian: tells the agent how the simulator ended; 0. Ends the simulator when the agent, or
/// whatever started the rank, is gone. `clean` is called last, with whether that is so.
int guard_process(const RankMeeting& meeting, std::uint32_t rank,
                  const std::function<int()>& simulator,
                  const std::function<void(bool is_deserted)>& clean);

/// The rank of an agent. `agent` is given a descriptor that turns readable when the guardian is
/// gone. When the agent is lost, or whatever started the rank, every descendant is ended; the loss
/// is told by a line on standard error (lost_agent_line() of control/trunk.h), which mpirun passes
/// on. `clean` as above.
int guard_agent(std::uint32_t host, const std::function<int(int lifeline)>& agent,
                const std::function<void(bool is_deserted)>& clean);

}  // namespace dps::simulator
