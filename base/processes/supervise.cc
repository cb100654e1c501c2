#include "base/processes/supervise.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/processes/process_end.h"

namespace dps {

std::optional<int> status_of_zombie(pid_t child) {
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT | WNOHANG) != 0 ||
      info.si_pid != child) {
    return std::nullopt;
  }
  return info.si_code == CLD_EXITED ? info.si_status << 8 : info.si_status;
}

void await_child(pid_t child, std::vector<pollfd> until, const GracePeriod& grace) {
  const Descriptor end = watch_end(child);
  std::vector<pollfd>& watched = until;
  watched.push_back({end.get(), POLLIN, 0});
  int timeout_ms = -1;
  while (end.is_open()) {
    const int ready = poll(watched.data(), watched.size(), timeout_ms);
    if (ready > 0 && watched.back().revents != 0) {
      return;
    }
    if (ready == 0) {
      kill(child, SIGKILL);
      timeout_ms = -1;
    } else if (ready > 0) {
      kill(child, grace.request);
      watched = {watched.back()};
      timeout_ms = grace.milliseconds;
    }
  }
}

Result<int> supervise(const Supervision& task) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t child = fork();
  if (child < 0) {
    return failure(ErrorCode::kSystem,
                   std::string("cannot start a process: ") + std::strerror(errno));
  }
  if (child == 0) {
    if (task.leads_group) {
      setpgid(0, 0);
    }
    std::exit(task.child());
  }
  if (task.leads_group) {
    setpgid(child, child);  // in both processes, since either may run first
  }
  if (task.started) {
    task.started(child);
  }
  await_child(child, task.until, task.grace);
  const int status = status_of_zombie(child).value_or(0);
  if (task.ended) {
    task.ended(status);
  }
  waitpid(child, nullptr, 0);
  end_descendants();
  return status;
}

Descriptor watch_signals(std::initializer_list<int> signals) {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int signal : signals) {
    sigaddset(&watched, signal);
  }
  sigprocmask(SIG_BLOCK, &watched, nullptr);
  return Descriptor(signalfd(-1, &watched, SFD_CLOEXEC));
}

void ignore_ending_signals() {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) {
    std::signal(signal, SIG_IGN);
  }
}

}  // namespace dps
