// The rank of a process: initialises MPI, waits for its agent, and runs the process.
#include <cstdio>
#include <cstdlib>

#include <unistd.h>

#include "simulator/agent/simulator_process.h"
#include "simulator/mpi/meeting.h"
#include "simulator/mpi/mpi_ranks.h"
#include "simulator/mpi/rank_pair.h"
#include "transport/mpi/mpi_transport.h"
#include "transport/mpi/world.h"

namespace dps::simulator {

namespace {

constexpr std::chrono::seconds kMeeting(10);
constexpr std::chrono::milliseconds kLeaving(400);

int failed(const std::string& what) {
  std::fprintf(stderr, "dps-simulator-mpi: %s\n", what.c_str());
  return 1;
}

/// Makes the transport mpi, or one that all simulators have.
TransportMaker transports_over(const transport::MpiWorld& world) {
  return
      [&world](const control::PlanFrame& plan, ProcessId self, const blueprint::Program& program,
               const transport::StopSignal& stop) -> Result<std::unique_ptr<transport::Transport>> {
        if (plan.transport != "mpi") {
          return make_transport(plan, self, program, stop);
        }
        transport::MpiOptions options{transport_options(plan, self, program)};
        options.group = world.group();
        options.warm_up = world.warm_up();
        options.shares_cores = world.yields();
        return std::make_unique<transport::MpiTransport>(std::move(options), stop);
      };
}

int play(const RankPlace& place, const RankMeeting& meeting) {
  const auto world = transport::MpiWorld::join(static_cast<int>(place.hosts));
  if (!world) {
    return failed(world.error().message);
  }
  const auto ends = meeting.await_launch();
  if (!ends) {  // no process for this rank, or the agent has ended
    meeting.leave();
    transport::MpiWorld::leave(kLeaving);
    return 0;
  }
  dup2(ends->output, STDOUT_FILENO);
  dup2(ends->output, STDERR_FILENO);
  close(ends->output);
  const int status = run_simulator(transports_over(**world), *ends, [&] {
    std::fflush(nullptr);
    meeting.leave();
    transport::MpiWorld::leave(kLeaving);
  });
  return status;
}

int guard(const RankPlace& place, const Descriptor& launcher) {
  const auto meeting =
      RankMeeting::join(place.secret, place.host, std::chrono::steady_clock::now() + kMeeting);
  if (!meeting) {
    return failed(meeting.error().message);
  }
  return guard_process(
      *meeting, place.rank, launcher, [&] { return play(place, *meeting); },
      [&](bool launcher_died) { clean_up(place, launcher_died); });
}

}  // namespace

int run_process_rank(const RankPlace& place) {
  dup2(STDERR_FILENO, STDOUT_FILENO);  // only rank 0 may write to the standard output of mpirun
  return run_detached_rank([&](const Descriptor& launcher) { return guard(place, launcher); },
                           [&](bool launcher_died) { clean_up(place, launcher_died); }, 0);
}

}  // namespace dps::simulator
