/// The three processes of a rank: the proxy, which mpirun has started and knows; the guardian; and
/// the inner process, which calls MPI_Init. Each ends with the others, and none of their
/// descendants is left.
#pragma once

#include <functional>

#include <sys/types.h>

#include "base/descriptor.h"
#include "simulator/mpi/meeting.h"

namespace dps::simulator {

/// Called last in a process of a rank, to remove files. `launcher_died`: the process that could
/// remove them otherwise has ended.
using CleanRank = std::function<void(bool launcher_died)>;

/// The time that an agent has to report that its launcher, proxy or guardian has ended.
constexpr int kReportMs = 1'000;

/// mpirun and its daemons kill what they have started without a grace period, so this process
/// becomes the proxy and runs `rank` in a child that they do not know. `launcher` becomes readable
/// when the process that has started the proxy ends; `rank` then has 1.5 s to end. Ends every
/// descendant; if a signal ended `rank`, `grace_ms` later. guard_process() and guard_agent(), which
/// `rank` calls, do the same when the proxy is killed. Returns the exit status.
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
