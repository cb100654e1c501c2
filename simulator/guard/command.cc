#include "simulator/guard/command.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/host_name.h"
#include "simulator/guard/signals.h"

namespace dps::simulator {
namespace {

constexpr int kNotFound = 127;

}  // namespace

void end_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {  // it ended before the line above
    _exit(kNotFound);
  }
}

void become(const std::vector<std::string>& command, pid_t parent) {
  end_with(parent);
  restore_signals();
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (const std::string& word : command) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  execvp(words.front(), words.data());
  std::fprintf(stderr, "cannot start '%s' on %s: %s\n", words.front(), this_host_name().c_str(),
               std::strerror(errno));
  _exit(kNotFound);
}

int run_command(const std::vector<std::string>& command) {
  const pid_t self = getpid();
  const pid_t child = fork();
  if (child == 0) {
    become(command, self);
  }
  int status = 1 << 8;  // of a child that could not be made
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return shell_status(status);
}

int shell_status(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace dps::simulator
