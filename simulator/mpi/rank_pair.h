/// The processes of a rank: the shelter, which mpirun has started, the guardian, and its child,
/// which calls MPI_Init. Each ends with the others, and nothing that was started below them is
/// left.
#pragma once

#include <functional>

#include <sys/types.h>

#include "base/descriptor.h"
#include "simulator/mpi/meeting.h"

namespace dps::simulator {

/// mpirun and its daemons kill what they have started without giving it time: runs `rank` in a
/// child that they do not know, with what turns readable when whatever started us is gone; ends it
/// some time after that, and every descendant when it has ended. guard_process() and guard_agent()
/// in there do the same when we are killed. `last_words_ms`: how long the descendants may live when
/// it was killed. Returns 0. `clean` is called last, with whether what started us is gone.
int shelter(const std::function<int(const Descriptor& starter)>& rank,
            const std::function<void(bool is_deserted)>& clean, int last_words_ms);
/// How long an agent may take to tell that one of the others is gone.
constexpr int kAgentsLastWordsMs = 1'000;

/// The rank of a process. In the child: runs `simulator` and returns its exit status. In the
/// guardian: tells the agent how the simulator ended; 0. Ends the simulator when the agent, the
/// shelter or `starter` is gone. `clean` is called last, with whether the shelter is.
int guard_process(const RankMeeting& meeting, std::uint32_t rank, const Descriptor& starter,
                  const std::function<int()>& simulator,
                  const std::function<void(bool is_deserted)>& clean);

/// By whose ends the inner half of an agent knows that it is alone: descriptors that turn readable.
struct RankElders {
  int lifeline;  ///< the guardian's
  int starter;   ///< of what started the rank
};

/// The rank of an agent. When the agent, the shelter or `starter` is lost (of which the agent is to
/// tell within a second), every descendant is ended; the loss of the agent is told by a line on
/// standard error (lost_agent_line() of control/chunk_stream.h), which mpirun passes on. `clean` as
/// above.
int guard_agent(std::uint32_t host, const Descriptor& starter,
                const std::function<int(const RankElders& elders)>& agent,
                const std::function<void(bool is_deserted)>& clean);

}  // namespace dps::simulator
