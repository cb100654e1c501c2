#include "coordinator/launch/start_child.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dps::coordinator {
namespace {

constexpr const char* kSimulatorName = "dps-simulator";
constexpr int kOutOfTheWay = 10;
constexpr int kExecFailed = 127;

/// Standard input, output and error of the child, and where it tells why it could not begin.
struct ChildEnds {
  int input, output, errors, trouble;
};

void reset_signals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    std::signal(signal, SIG_DFL);  // SIGKILL and SIGSTOP refuse
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// In the child: only calls that are safe between fork and exec.
[[noreturn]] void become(char* const* words, ChildFate fate, pid_t parent, const ChildEnds& ends) {
  setsid();
  reset_signals();
  if (fate == ChildFate::kEndsWithDps) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) {  // it died before the line above
      _exit(kExecFailed);
    }
  }
  // First all out of the way, since an end may stand where another one belongs.
  const int input = fcntl(ends.input, F_DUPFD_CLOEXEC, kOutOfTheWay);
  const int output = fcntl(ends.output, F_DUPFD_CLOEXEC, kOutOfTheWay);
  const int errors = fcntl(ends.errors, F_DUPFD_CLOEXEC, kOutOfTheWay);
  const int trouble = fcntl(ends.trouble, F_DUPFD_CLOEXEC, kOutOfTheWay);
  if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
      dup2(errors, STDERR_FILENO) >= 0) {
    execvp(words[0], words);
  }
  const int error = errno;
  if (write(trouble, &error, sizeof error) < 0) {
    _exit(kExecFailed - 1);
  }
  _exit(kExecFailed);
}

/// 0 when the child has become its program, else the error that kept it from that.
int trouble_of(int fd) {
  int error = 0;
  ssize_t got = 0;
  do {
    got = read(fd, &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  return got == static_cast<ssize_t>(sizeof error) ? error : 0;
}

tl::unexpected<Error> cannot_start(const std::string& program, int error) {
  return failure(ErrorCode::kSystem, "cannot start '" + program + "': " + std::strerror(error));
}

}  // namespace

Result<LaunchedAgent> start_child(const std::vector<std::string>& words, ChildFate fate) {
  auto down = make_pipe();
  auto up = make_pipe();
  auto errors = make_pipe();
  auto trouble = make_pipe();
  for (const auto* pipe : {&down, &up, &errors, &trouble}) {
    if (!*pipe) {
      return tl::unexpected(pipe->error());
    }
  }
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  const pid_t parent = getpid();
  LaunchedAgent agent;
  agent.pid = fork();
  if (agent.pid < 0) {
    return cannot_start(words.front(), errno);
  }
  if (agent.pid == 0) {
    become(argv.data(), fate, parent,
           {down->read.get(), up->write.get(), errors->write.get(), trouble->write.get()});
  }
  trouble->write.close();
  if (const int error = trouble_of(trouble->read.get()); error != 0) {
    waitpid(agent.pid, nullptr, 0);
    return cannot_start(words.front(), error);
  }
  agent.input = std::move(down->write);
  agent.output = std::move(up->read);
  agent.errors = std::move(errors->read);
  agent.leads_away = fate == ChildFate::kEndsWithDps;
  return agent;
}

Result<std::string> simulator_program(const std::string& given, std::string_view variant) {
  if (!given.empty()) {
    return given;
  }
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) {
    return failure(ErrorCode::kSystem, "cannot read /proc/self/exe: " + error.message());
  }
  return (self.parent_path() / kSimulatorName).string() + std::string(variant);
}

}  // namespace dps::coordinator
