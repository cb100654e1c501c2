#include "base/processes/new_process.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/host_name.h"

namespace dps {
namespace {

/// Above the numbers of all descriptors that dps's programs inherit.
constexpr int kOutOfTheWay = 10;
constexpr std::size_t kMostPlaced = 8;

}  // namespace

void restore_signals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    std::signal(signal, SIG_DFL);  // fails for SIGKILL and SIGSTOP, which cannot be changed
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void end_with(pid_t parent, int signal) {
  prctl(PR_SET_PDEATHSIG, signal);
  if (getppid() != parent) {  // it ended before prctl() was called
    _exit(kCannotExecute);
  }
}

int move_out_of_the_way(int descriptor) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, kOutOfTheWay);
}

bool place_descriptors(std::span<const PlacedDescriptor> descriptors) {
  DPS_CHECK(descriptors.size() <= kMostPlaced);
  std::array<int, kMostPlaced> moved{};
  for (std::size_t i = 0; i < descriptors.size(); ++i) {
    moved[i] = move_out_of_the_way(descriptors[i].from);
  }
  for (std::size_t i = 0; i < descriptors.size(); ++i) {
    if (dup2(moved[i], descriptors[i].to) < 0) {
      return false;
    }
  }
  return true;
}

std::vector<char*> exec_arguments(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  return arguments;
}

int execute_command(const std::vector<std::string>& command, pid_t parent) {
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
    const int error = execute_command(command, self);
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

}  // namespace dps
