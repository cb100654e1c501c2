// The processes of a rank.
#include "simulator/mpi/rank_pair.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process_end.h"
#include "control/chunk_stream.h"
#include "simulator/guard/descendants.h"

namespace dps::simulator {

namespace {

/// How long a simulator that has lost its agent, or what started it, may take: at the end of a run
/// both leave MPI, and an agent that is alone is heard first.
constexpr int kFarewellMs = 500;
/// How long an agent may take to tell that what started it is gone, and its guardian to end it
/// then.
constexpr int kAgentFarewellMs = kAgentsLastWordsMs;
constexpr int kShelterFarewellMs = 1'500;

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

/// For poll(): the end of a process.
pollfd end_of(const Descriptor& process) {
  return {process.get(), POLLIN, 0};
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

int shelter(const std::function<int(const Descriptor& starter)>& rank,
            const std::function<void(bool is_deserted)>& clean, int last_words_ms) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  ignore_requests_to_end();
  const Descriptor starter = watch_end(getppid());
  const pid_t pid = fork();
  if (pid < 0) {
    return failed("dps-simulator-mpi: cannot start a rank");
  }
  if (pid == 0) {
    setpgid(0, 0);
    return rank(starter);
  }
  setpgid(pid, pid);  // whoever comes first
  await_child(pid, {end_of(starter)}, {kShelterFarewellMs});
  int status = 0;
  waitpid(pid, &status, 0);
  if (WIFSIGNALED(status)) {
    await_descendants(last_words_ms);
  }
  end_descendants();
  clean(has_ended(starter));
  return 0;
}

int guard_process(const RankMeeting& meeting, std::uint32_t rank, const Descriptor& starter,
                  const std::function<int()>& simulator,
                  const std::function<void(bool is_deserted)>& clean) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  ignore_requests_to_end();
  const Descriptor shelter_end = watch_end(getppid());
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
  await_child(pid, {end_of(shelter_end), end_of(starter), {meeting.descriptor(), POLLRDHUP, 0}},
              {kFarewellMs});
  meeting.report_death(status_of_zombie(pid));
  waitpid(pid, nullptr, 0);
  end_descendants();
  clean(has_ended(shelter_end));
  return 0;
}

int guard_agent(std::uint32_t host, const Descriptor& starter,
                const std::function<int(const RankElders& elders)>& agent,
                const std::function<void(bool is_deserted)>& clean) {
  auto lifeline = make_pipe();
  if (!lifeline) {
    return failed("dps-simulator-mpi: cannot make a pipe");
  }
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  ignore_requests_to_end();
  const Descriptor shelter_end = watch_end(getppid());
  const pid_t pid = fork();
  if (pid < 0) {
    return failed("dps-simulator-mpi: cannot start the agent");
  }
  if (pid == 0) {
    lifeline->write.close();
    setpgid(0, 0);
    heed_requests_to_end();
    return agent({lifeline->read.get(), starter.get()});
  }
  lifeline->read.close();
  await_child(pid, {end_of(shelter_end), end_of(starter)}, {kAgentFarewellMs});
  int status = 0;
  waitpid(pid, &status, 0);
  if (status != 0) {  // where its own words have gone up, this line comes too late to count
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    const std::string line = control::lost_agent_line({host, {"agent", signal, code}}) + "\n";
    [[maybe_unused]] const ssize_t all = write(STDERR_FILENO, line.data(), line.size());
  }
  end_descendants();
  clean(has_ended(shelter_end));
  return 0;
}

}  // namespace dps::simulator
