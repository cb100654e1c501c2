// Starts the simulator of one process.
#include "simulator/agent/spawn.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "simulator/guard/command.h"
#include "simulator/guard/signals.h"

namespace dps::simulator {

namespace {

constexpr int kExecFailed = 127;
constexpr int kOutOfTheWay = 10;

/// In the child: only calls that are safe between fork and exec.
[[noreturn]] void become_simulator(pid_t agent, char* const* arguments, const SimulatorEnds& ends) {
  setpgid(0, 0);
  end_with(agent);
  restore_signals();
  // First all out of the way, since an end may stand where another one belongs.
  const int frames = fcntl(ends.frames, F_DUPFD_CLOEXEC, kOutOfTheWay);
  const int record = fcntl(ends.record, F_DUPFD_CLOEXEC, kOutOfTheWay);
  const int output = fcntl(ends.output, F_DUPFD_CLOEXEC, kOutOfTheWay);
  const bool placed = dup2(frames, kFramesDescriptor) >= 0 &&
                      dup2(record, kRecordDescriptor) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
                      dup2(output, STDERR_FILENO) >= 0;
  if (placed) {  // standard input is /dev/null already
    execv("/proc/self/exe", arguments);
  }
  _exit(kExecFailed);
}

}  // namespace

Result<pid_t> start_simulator(const std::string& name, const SimulatorEnds& ends) {
  std::string program = "dps-simulator";
  std::string option = "--simulator";
  std::string process = name;
  const std::array<char*, 4> arguments = {program.data(), option.data(), process.data(), nullptr};
  const pid_t agent = getpid();
  const pid_t pid = fork();
  if (pid < 0) {
    const bool full = errno == EAGAIN;
    return failure(full ? ErrorCode::kLimit : ErrorCode::kSystem,
                   "cannot start the simulator of '" + name + "': " +
                       (full ? "this host allows no more processes (ulimit -u, cgroup pids.max)"
                             : std::strerror(errno)));
  }
  if (pid == 0) {
    become_simulator(agent, arguments.data(), ends);
  }
  setpgid(pid, pid);  // whoever comes first; both are needed before the group can be killed
  return pid;
}

std::uint64_t raise_descriptor_limit() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

}  // namespace dps::simulator
