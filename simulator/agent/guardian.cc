#include "simulator/agent/guardian.h"

#include <cstdio>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/processes/new_process.h"
#include "base/processes/process_end.h"
#include "base/processes/supervise.h"
#include "transport/control/frames.h"

namespace dps::simulator {

namespace {

constexpr int kGraceMs = 2'000;

int fail(const Error& error) {
  std::fprintf(stderr, "dps-simulator: cannot start the agent: %s\n", error.message.c_str());
  return 1;
}

/// Uses one write(), so that the frame is not mixed with bytes of the other half.
bool report(int up, const control::AgentLostFrame& lost, int timeout_ms) {
  const auto frame = control::encode(lost);
  pollfd room{up, POLLOUT, 0};
  return poll(&room, 1, timeout_ms) == 1 && write(up, frame.data(), frame.size()) > 0;
}

}  // namespace

Channels take_standard_streams() {
  const Channels channels{move_out_of_the_way(STDIN_FILENO), move_out_of_the_way(STDOUT_FILENO)};
  const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
  dup2(nothing.get(), STDIN_FILENO);
  if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {  // standard error is closed
    dup2(nothing.get(), STDOUT_FILENO);
    dup2(nothing.get(), STDERR_FILENO);
  }
  return channels;
}

int guard(const Channels& channels, const std::function<int(int lifeline)>& agent) {
  if (write(channels.up, control::kMarker.data(), control::kMarker.size()) < 0) {
    std::perror("dps-simulator: cannot write to standard output");
    return 1;
  }
  auto lifeline = make_pipe();
  if (!lifeline) {
    return fail(lifeline.error());
  }
  const auto status = supervise({
      .child =
          [&] {
            lifeline->write.close();
            return agent(lifeline->read.get());
          },
      .until = {{channels.down, POLLRDHUP, 0}},
      .grace = {kGraceMs},
      .started = [&](pid_t /*agent*/) { lifeline->read.close(); },
      .ended =
          [&](int wait_status) {
            if (!WIFEXITED(wait_status)) {
              report_loss_and_end_descendants(channels.up, "agent", wait_status);
            }
          },
  });
  if (!status) {
    return fail(status.error());
  }
  return WIFEXITED(*status) ? WEXITSTATUS(*status) : 1;
}

void report_loss_and_end_descendants(int up, const char* lost_half, int wait_status) {
  const control::AgentLostFrame lost{lost_half,
                                     WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0,
                                     WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 0};
  const bool is_reported = report(up, lost, 0);
  end_descendants();
  if (!is_reported) {
    report(up, lost, kGraceMs);
  }
}

}  // namespace dps::simulator
