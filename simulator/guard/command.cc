#include "simulator/guard/command.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <sys/wait.h>
#include <unistd.h>

#include "base/host_name.h"
#include "base/new_process.h"

namespace dps::simulator {

int execute(const std::vector<std::string>& command, pid_t parent) {
  end_with(parent);
  restore_signals();
  const std::vector<char*> arguments = exec_arguments(command);
  execvp(arguments.front(), arguments.data());
  return errno;
}

pid_t start_command(const std::vector<std::string>& command, int output) {
  const pid_t self = getpid();
  const pid_t child = fork();
  if (child == 0) {
    if (output != STDOUT_FILENO) {
      dup2(output, STDOUT_FILENO);
    }
    const int error = execute(command, self);
    std::fprintf(stderr, "cannot start '%s' on %s: %s\n", command.front().c_str(),
                 this_host_name().c_str(), std::strerror(error));
    _exit(kCannotExecute);
  }
  return child;
}

int run_command(const std::vector<std::string>& command) {
  const pid_t child = start_command(command, STDOUT_FILENO);
  int status = 1 << 8;  // if fork() fails
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return shell_status(status);
}

int shell_status(int wait_status) {
  return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

}  // namespace dps::simulator
