// The outer half of a host's agent.
#include "simulator/guardian.h"

#include <array>
#include <cstdio>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "control/frames.h"
#include "simulator/descendants.h"
#include "transport/tcp/descriptor.h"

namespace dps::simulator {

namespace {

using transport::Descriptor;

constexpr int kFirstFreeDescriptor = 10;
constexpr int kPatienceMs = 2'000;  // for the agent, after the stream down was closed
constexpr int kReportMs = 100;

int failed(const char* what) {
  std::perror(what);
  return 1;
}

/// Waits for the agent's end; kills it when the coordinator is gone and it does not end by itself.
int wait_for_agent(pid_t agent, int down) {
  const Descriptor agent_end(static_cast<int>(syscall(SYS_pidfd_open, agent, 0)));
  std::array<pollfd, 2> watched = {pollfd{agent_end.get(), POLLIN, 0}, pollfd{down, POLLRDHUP, 0}};
  int patience = -1;
  while (agent_end.is_open() && watched[0].revents == 0) {
    const int ready = poll(watched.data(), watched.size(), patience);
    if (ready == 0) {
      kill(agent, SIGKILL);
      break;
    }
    if (watched[1].revents != 0) {
      watched[1].fd = -1;
      patience = kPatienceMs;
    }
  }
  int status = 0;
  waitpid(agent, &status, 0);
  return status;
}

}  // namespace

Channels take_standard_streams() {
  const Channels channels{fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, kFirstFreeDescriptor),
                          fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, kFirstFreeDescriptor)};
  const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
  dup2(nothing.get(), STDIN_FILENO);
  if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {  // no standard error either
    dup2(nothing.get(), STDOUT_FILENO);
    dup2(nothing.get(), STDERR_FILENO);
  }
  return channels;
}

int guard(const Channels& channels, const std::function<int(int lifeline)>& agent) {
  std::array<int, 2> ends{};
  if (write(channels.up, control::kMarker.data(), control::kMarker.size()) < 0) {
    return failed("dps-simulator: cannot write to standard output");
  }
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return failed("dps-simulator: cannot make a pipe");
  }
  Descriptor for_agent(ends[0]);
  Descriptor ours(ends[1]);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t pid = fork();
  if (pid < 0) {
    return failed("dps-simulator: cannot start the agent");
  }
  if (pid == 0) {
    ours.close();
    return agent(for_agent.get());
  }
  for_agent.close();
  const int status = wait_for_agent(pid, channels.down);
  if (!WIFEXITED(status)) {
    report_lost(channels.up, "agent", status);
  }
  end_descendants();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

void report_lost(int up, const char* half, int wait_status) {
  const int signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
  const int exit_status = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 0;
  const auto frame = control::encode(control::AgentLostFrame{half, signal, exit_status});
  pollfd room{up, POLLOUT, 0};
  if (poll(&room, 1, kReportMs) == 1 && write(up, frame.data(), frame.size()) < 0) {
    std::perror("dps-simulator: cannot report that half of the agent is lost");
  }
}

}  // namespace dps::simulator
