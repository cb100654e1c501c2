#include "tests/support/private_pvm.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dps::support {
namespace {

[[noreturn]] void become_daemon(int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(output, STDOUT_FILENO);
  dup2(open("/dev/null", O_RDWR | O_CLOEXEC), STDIN_FILENO);
  dup2(STDIN_FILENO, STDERR_FILENO);
  execlp("pvmd", "pvmd", "-n127.0.0.1", nullptr);
  _exit(127);
}

/// Waits until the daemon prints the path of its socket: it is ready then.
bool is_ready(int output) {
  char first = 0;
  return read(output, &first, 1) == 1 && first == '/';
}

}  // namespace

PrivatePvm::PrivatePvm() {
  setenv("PVM_ALLOW_ROOT", "1", 1);
  setenv("PVM_TMP", folder_.path().c_str(), 1);
  setenv("PVM_VMID", "private", 1);
  std::array<int, 2> output{};
  bool is_up = !folder_.path().empty() && pipe2(output.data(), O_CLOEXEC) == 0;
  if (is_up) {
    daemon_ = fork();
    if (daemon_ == 0) {
      become_daemon(output[1]);
    }
    close(output[1]);
    is_up = is_ready(output[0]);
    close(output[0]);
  }
  if (!is_up) {
    std::error_code ignored;
    std::filesystem::remove_all(folder_.path(), ignored);  // exit() destroys nothing
    std::fputs("pvmd does not start\n", stderr);
    std::exit(1);
  }
}

PrivatePvm::~PrivatePvm() {
  kill_daemon();
  waitpid(daemon_, nullptr, 0);
}

void PrivatePvm::kill_daemon() {
  kill(daemon_, SIGKILL);  // its handler of SIGTERM is not signal-safe, and may hang
}

}  // namespace dps::support
