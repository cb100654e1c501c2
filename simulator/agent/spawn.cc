#include "simulator/agent/spawn.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <sys/resource.h>
#include <unistd.h>

#include "base/processes/new_process.h"

namespace dps::simulator {

namespace {

/// The child after fork(). Calls only functions that are safe between fork() and exec().
[[noreturn]] void become_simulator(pid_t agent, char* const* arguments, const SimulatorEnds& ends) {
  setpgid(0, 0);
  end_with(agent);
  restore_signals();
  const std::array<PlacedDescriptor, 4> placed{{{ends.frames, kFramesDescriptor},
                                                {ends.record, kRecordDescriptor},
                                                {ends.output, STDOUT_FILENO},
                                                {ends.output, STDERR_FILENO}}};
  if (place_descriptors(placed)) {  // standard input is already /dev/null
    execv("/proc/self/exe", arguments);
  }
  _exit(kCannotExecute);
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
  setpgid(pid, pid);  // in both processes, since either may run first
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
