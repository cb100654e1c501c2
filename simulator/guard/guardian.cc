// The outer half of a host's agent.
#include "simulator/guard/guardian.h"

#include <cstdio>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "control/frames.h"
#include "simulator/guard/descendants.h"

namespace dps::simulator {

namespace {

constexpr int kFirstFreeDescriptor = 10;
constexpr int kPatienceMs = 2'000;

int failed(const char* what) {
  std::perror(what);
  return 1;
}

/// Waits for the agent's end; kills it when the coordinator is gone and it does not end by itself.
int wait_for_agent(pid_t agent, int down) {
  await_child(agent, {{down, POLLRDHUP, 0}}, {kPatienceMs});
  int status = 0;
  waitpid(agent, &status, 0);
  return status;
}

/// One write, so that it stands whole behind whatever the other half has written.
bool report(int up, const control::AgentLostFrame& lost, int patience_ms) {
  const auto frame = control::encode(lost);
  pollfd room{up, POLLOUT, 0};
  return poll(&room, 1, patience_ms) == 1 && write(up, frame.data(), frame.size()) > 0;
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
  if (write(channels.up, control::kMarker.data(), control::kMarker.size()) < 0) {
    return failed("dps-simulator: cannot write to standard output");
  }
  auto lifeline = make_pipe();
  if (!lifeline) {
    return failed("dps-simulator: cannot make a pipe");
  }
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t pid = fork();
  if (pid < 0) {
    return failed("dps-simulator: cannot start the agent");
  }
  if (pid == 0) {
    lifeline->write.close();
    return agent(lifeline->read.get());
  }
  lifeline->read.close();
  const int status = wait_for_agent(pid, channels.down);
  if (!WIFEXITED(status)) {
    mourn(channels.up, "agent", status);
    return 1;
  }
  end_descendants();
  return WEXITSTATUS(status);
}

void mourn(int up, const char* lost_half, int wait_status) {
  const control::AgentLostFrame lost{lost_half,
                                     WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0,
                                     WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 0};
  const bool told = report(up, lost, 0);
  end_descendants();
  if (!told) {
    report(up, lost, kPatienceMs);
  }
}

}  // namespace dps::simulator
