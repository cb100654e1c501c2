#include "simulator/mpi/rank_pair.h"

#include <csignal>
#include <cstdio>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/processes/new_process.h"
#include "base/processes/process_end.h"
#include "base/processes/supervise.h"
#include "transport/control/launch_reports.h"

namespace dps::simulator {

namespace {

/// The time for a simulator to end after its agent or launcher: at the end of a run all of them
/// leave MPI, and the loss of an agent must be reported before the ends of its simulators.
constexpr int kSimulatorGraceMs = 500;
/// Longer than kReportMs, after which the guardian ends the agent.
constexpr int kRankGraceMs = 1'500;

/// An entry for poll() that becomes ready at the end of a process.
pollfd end_of(const Descriptor& process) {
  return {process.get(), POLLIN, 0};
}

/// Called in the inner process: restores the default actions of signals that the guardian ignores,
/// except SIGPIPE, so that writes to a closed pipe or socket fail with an error.
void restore_ending_signals() {
  restore_signals();
  std::signal(SIGPIPE, SIG_IGN);
}

int fail(const char* what, const Error& error) {
  std::fprintf(stderr, "dps-simulator-mpi: cannot start %s: %s\n", what, error.message.c_str());
  return 1;
}

void report_loss(std::uint32_t host, int wait_status) {
  const control::LostAgent lost{host,
                                {"agent", WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0,
                                 WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 0}};
  control::write_line(STDERR_FILENO, control::to_line(lost));
}

}  // namespace

int run_detached_rank(const std::function<int(const Descriptor& launcher)>& rank,
                      const CleanRank& clean, int grace_ms) {
  ignore_ending_signals();
  const Descriptor launcher = watch_end(getppid());
  const auto status = supervise({
      .child = [&] { return rank(launcher); },
      .until = {end_of(launcher)},
      .grace = {kRankGraceMs},
      .leads_group = true,  // so that mpirun does not kill `rank`
      .ended =
          [&](int wait_status) {
            if (WIFSIGNALED(wait_status)) {
              await_descendants(grace_ms);
            }
          },
  });
  if (!status) {
    return fail("a rank", status.error());
  }
  clean(has_ended(launcher));
  return 0;
}

int guard_process(const RankMeeting& meeting, std::uint32_t rank, const Descriptor& launcher,
                  const std::function<int()>& simulator, const CleanRank& clean) {
  ignore_ending_signals();
  const Descriptor proxy = watch_end(getppid());
  const pid_t guardian = getpid();
  const auto status = supervise({
      .child =
          [&] {
            restore_ending_signals();
            end_with(guardian);
            return simulator();
          },
      .until = {end_of(proxy), end_of(launcher), {meeting.descriptor(), POLLRDHUP, 0}},
      .grace = {kSimulatorGraceMs},
      .leads_group = true,  // the agent kills it
      .started = [&](pid_t child) { meeting.introduce(rank, child); },
      .ended = [&](int wait_status) { meeting.report_death(wait_status); },
  });
  if (!status) {
    return fail("the simulator of a rank", status.error());
  }
  clean(has_ended(proxy));
  return 0;
}

int guard_agent(std::uint32_t host, const Descriptor& launcher,
                const std::function<int(const ParentEnds& parents)>& agent,
                const CleanRank& clean) {
  auto lifeline = make_pipe();
  if (!lifeline) {
    return fail("the agent", lifeline.error());
  }
  ignore_ending_signals();
  const Descriptor proxy = watch_end(getppid());
  const auto status = supervise({
      .child =
          [&] {
            lifeline->write.close();
            restore_ending_signals();
            return agent({lifeline->read.get(), launcher.get()});
          },
      .until = {end_of(proxy), end_of(launcher)},
      .grace = {kReportMs},
      .leads_group = true,
      .started = [&](pid_t /*child*/) { lifeline->read.close(); },
      .ended =
          [&](int wait_status) {
            if (wait_status != 0) {  // without effect if the agent has reported its own end
              report_loss(host, wait_status);
            }
          },
  });
  if (!status) {
    return fail("the agent", status.error());
  }
  clean(has_ended(proxy));
  return 0;
}

}  // namespace dps::simulator
