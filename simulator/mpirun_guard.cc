// Stands between dps and mpirun.
#include "simulator/mpirun_guard.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "simulator/descendants.h"
#include "simulator/mpi_names.h"

namespace dps::simulator {

namespace {

constexpr int kPatienceMs = 400;
constexpr int kNotFound = 127;

std::string random_text() {
  std::array<std::uint8_t, 16> bytes{};
  std::string text;
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    std::abort();  // so small a request is never cut short
  }
  for (const std::uint8_t byte : bytes) {
    text += fmt::format("{:02x}", byte);
  }
  return text;
}

[[noreturn]] void become(const std::vector<std::string>& command, pid_t guard) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != guard) {
    _exit(kNotFound);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (const std::string& word : command) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  execvp(words.front(), words.data());
  std::fprintf(stderr, "cannot start '%s': %s\n", words.front(), std::strerror(errno));
  _exit(kNotFound);
}

/// Until mpirun has ended; asks it to end when we are asked or our parent is gone, then kills it.
int await_mpirun(pid_t mpirun, const Descriptor& parent, const Descriptor& signals) {
  const Descriptor end(static_cast<int>(syscall(SYS_pidfd_open, mpirun, 0)));
  std::array<pollfd, 3> watched{
      {{end.get(), POLLIN, 0}, {parent.get(), POLLIN, 0}, {signals.get(), POLLIN, 0}}};
  int patience = -1;
  while (watched[0].revents == 0) {
    const int ready = poll(watched.data(), watched.size(), patience);
    if (ready == 0) {
      kill(mpirun, SIGKILL);
      patience = -1;
    } else if (ready > 0 && (watched[1].revents | watched[2].revents) != 0) {
      kill(mpirun, SIGTERM);
      watched[1].fd = watched[2].fd = -1;
      watched[1].revents = watched[2].revents = 0;
      patience = kPatienceMs;
    }
  }
  int status = 0;
  waitpid(mpirun, &status, 0);
  return status;
}

}  // namespace

int guard_mpirun(const std::string& folder, const std::vector<std::string>& settings,
                 const std::vector<std::string>& command) {
  const Descriptor parent(static_cast<int>(syscall(SYS_pidfd_open, getppid(), 0)));
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t asked;
  sigemptyset(&asked);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    sigaddset(&asked, signal);
  }
  sigprocmask(SIG_BLOCK, &asked, nullptr);
  const Descriptor signals(signalfd(-1, &asked, SFD_CLOEXEC));
  const std::string secret = random_text();
  setenv("TMPDIR", folder.c_str(), 1);
  setenv(kMpiSecretVariable, secret.c_str(), 1);
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    setenv(setting.substr(0, equals).c_str(), setting.substr(equals + 1).c_str(), 0);
  }
  const pid_t guard = getpid();
  const pid_t mpirun = fork();
  if (mpirun == 0) {
    become(command, guard);
  }
  const int status = mpirun < 0 ? 1 << 8 : await_mpirun(mpirun, parent, signals);
  end_descendants();
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  std::filesystem::remove_all(mpi_scratch(secret), ignored);  // of ranks that were killed here
  if (WIFSIGNALED(status)) {
    std::fprintf(stderr, "mpirun was killed by signal %d (SIG%s)\n", WTERMSIG(status),
                 sigabbrev_np(WTERMSIG(status)));
    return 1;
  }
  return WEXITSTATUS(status);
}

}  // namespace dps::simulator
