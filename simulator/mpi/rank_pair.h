/// The three processes of a rank: the proxy, which mpirun has started; the guardian; and the inner
/// process, which calls MPI_Init. If one of them ends, so do the others and all their descendants.
#pragma once

#include <functional>

#include <sys/types.h>

#include "base/descriptor.h"
#include "simulator/mpi/meeting.h"

namespace dps::simulator {

/// Removes files; called at the end of a process of a rank. `launcher_died`: the process that
/// normally removes them has ended.
using CleanRank = std::function<void(bool launcher_died)>;

/// The time for an agent to report that its launcher, proxy or guardian has ended.
constexpr int kReportMs = 1'000;

/// Makes this process the proxy, and runs `rank` in a child. mpirun and its daemons kill the
/// processes that they have started without a grace period; the child is unknown to them.
/// `launcher` becomes readable when the process that started the proxy ends; then `rank` has 1.5 s
/// to end. Ends every descendant, after `grace_ms` if a signal ended `rank`. guard_process() and
/// guard_agent(), which `rank` calls, do the same if the proxy is killed. Returns the exit status.
int run_detached_rank(const std::function<int(const Descriptor& launcher)>& rank,
                      const CleanRank& clean, int grace_ms);

/// Runs `simulator` in a child and reports its end to the agent. Ends it when the agent, the proxy
/// or the launcher has ended. Returns the exit status.
int guard_process(const RankMeeting& meeting, std::uint32_t rank, const Descriptor& launcher,
                  const std::function<int()>& simulator, const CleanRank& clean);

/// Descriptors that become readable when the guardian or the launcher has ended.
struct ParentEnds {
  int guardian;
  int launcher;
};

/// Runs `agent` in a child. When the proxy or the launcher has ended, the agent has kReportMs to
/// report it; then every descendant is ended. The loss of the agent is reported by a LostAgent line
/// on standard error, which mpirun forwards. Returns the exit status.
int guard_agent(std::uint32_t host, const Descriptor& launcher,
                const std::function<int(const ParentEnds& parents)>& agent, const CleanRank& clean);

}  // namespace dps::simulator
