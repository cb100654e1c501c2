// The two halves of a rank.
#include "simulator/rank_pair.h"

#include <array>
#include <csignal>
#include <cstdio>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "control/trunk.h"
#include "simulator/descendants.h"
#include "transport/tcp/descriptor.h"

namespace dps::simulator {

namespace {

using transport::Descriptor;

/// How long a simulator that has lost its agent may take: at the end of a run both leave MPI.
constexpr int kFarewellMs = 500;

/// Not by its wrapper: glibc 2.36 declares pidfd_open without C linkage.
Descriptor process_descriptor(pid_t pid) {
  return Descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
}

/// mpirun asks a group to end before it kills it; a guardian ends when there is nothing to guard.
void ignore_requests_to_end() {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) {
    std::signal(signal, SIG_IGN);
  }
}

void heed_requests_to_end() {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    std::signal(signal, SIG_DFL);
  }
}

int failed(const char* what) {
  std::perror(what);
  return 1;
}

/// Waits for the end of the child, which stays a zombie; kills it when one of the others has come
/// to its end, the second one after a farewell.
void await_child(pid_t child, const Descriptor& starter, int agent) {
  const Descriptor end = process_descriptor(child);
  std::array<pollfd, 3> watched{
      {{end.get(), POLLIN, 0}, {starter.get(), POLLIN, 0}, {agent, POLLRDHUP, 0}}};
  int patience = -1;
  while (true) {
    const int ready = poll(watched.data(), watched.size(), patience);
    if (ready > 0 && watched[0].revents != 0) {
      return;
    }
    if (ready == 0 || (ready > 0 && watched[1].revents != 0)) {
      kill(child, SIGKILL);
      watched[1].fd = -1;
      patience = -1;
    }
    if (ready > 0 && watched[2].revents != 0) {
      watched[2].fd = -1;
      patience = kFarewellMs;
    }
  }
}

bool has_ended(const Descriptor& process) {
  pollfd end{process.get(), POLLIN, 0};
  return poll(&end, 1, 0) > 0;
}

int status_of_zombie(pid_t child) {
  siginfo_t info{};
  waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
  return info.si_code == CLD_EXITED ? info.si_status << 8 : info.si_status;
}

/// The child's first steps; false if its guardian is gone already.
bool stand_alone(pid_t guardian) {
  setpgid(0, 0);
  heed_requests_to_end();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  return getppid() == guardian;
}

}  // namespace

int guard_process(const RankMeeting& meeting, std::uint32_t rank,
                  const std::function<int()>& simulator,
                  const std::function<void(bool is_deserted)>& clean) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  ignore_requests_to_end();
  const Descriptor starter = process_descriptor(getppid());
  const pid_t guardian = getpid();
  const pid_t pid = fork();
  if (pid < 0) {
    return failed("dps-simulator-mpi: cannot start the simulator of a rank");
  }
  if (pid == 0) {
    return stand_alone(guardian) ? simulator() : 1;
  }
  setpgid(pid, pid);  // whoever comes first
  meeting.introduce(rank, pid);
  await_child(pid, starter, meeting.descriptor());
  meeting.report_death(status_of_zombie(pid));
  waitpid(pid, nullptr, 0);
  end_descendants();
  clean(has_ended(starter));
  return 0;
}

int guard_agent(std::uint32_t host, const std::function<int(int lifeline)>& agent,
                const std::function<void(bool is_deserted)>& clean) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return failed("dps-simulator-mpi: cannot make a pipe");
  }
  Descriptor lifeline(ends[0]);
  Descriptor ours(ends[1]);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  ignore_requests_to_end();
  const Descriptor starter = process_descriptor(getppid());
  const pid_t pid = fork();
  if (pid < 0) {
    return failed("dps-simulator-mpi: cannot start the agent");
  }
  if (pid == 0) {
    ours.close();
    setpgid(0, 0);
    heed_requests_to_end();
    return agent(lifeline.get());
  }
  lifeline.close();
  await_child(pid, starter, -1);
  int status = 0;
  waitpid(pid, &status, 0);
  if (status != 0) {  // where its own words have gone up, this line comes too late to count
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    const std::string line = control::lost_agent_line({host, {"agent", signal, code}}) + "\n";
    [[maybe_unused]] const ssize_t all = write(STDERR_FILENO, line.data(), line.size());
  }
  end_descendants();
  clean(has_ended(starter));
  return 0;
}

}  // namespace dps::simulator
