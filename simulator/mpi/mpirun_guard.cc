#include "simulator/mpi/mpirun_guard.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/host_name.h"
#include "base/process_end.h"
#include "simulator/guard/command.h"
#include "simulator/guard/descendants.h"
#include "simulator/guard/signals.h"
#include "simulator/mpi/daemon_session.h"
#include "simulator/mpi/mpi_names.h"

namespace dps::simulator {

namespace {

constexpr int kPatienceMs = 400;
/// Ranks end by themselves within 1.5 s of what started them (rank_pair.h); nothing may be left
/// after 3 s.
constexpr int kRanksPatienceMs = 2'000;
/// Of ssh, when it was not the command that failed. Source: ssh(1), "Exit status".
constexpr int kNoLogin = 255;
constexpr std::array kRequests{SIGTERM, SIGINT, SIGHUP, SIGPIPE};

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

std::string with_secret(std::string value, const std::string& secret) {
  constexpr std::string_view kPlace = "{secret}";
  const std::size_t at = value.find(kPlace);
  return at == std::string::npos ? value : value.replace(at, kPlace.size(), secret);
}

/// Until the child has ended; asks it to end, then kills it, once one of `others` has come true.
int await_end(pid_t child, std::vector<pollfd> others) {
  await_child(child, std::move(others), {kPatienceMs, SIGTERM});
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

/// The life of the daemon, which is killed when the outer half of its guard is gone.
int run_daemon(const std::vector<std::string>& command, const Descriptor& outer) {
  const pid_t inner = getpid();
  const pid_t daemon = fork();
  if (daemon < 0) {
    return 1 << 8;
  }
  if (daemon == 0) {
    become(command, inner);
  }
  return await_end(daemon, {{outer.get(), POLLIN, 0}});
}

/// In "ssh -T -o NAME=VALUE … HOST COMMAND".
std::vector<std::string>::iterator host_in(std::vector<std::string>& command) {
  auto word = command.begin() + 1;
  while (word < command.end() && word->starts_with('-')) {
    word += *word == "-o" ? 2 : 1;
  }
  return std::min(word, command.end());
}

void set_tmpdir(const std::string& folder) {
  const char* users = std::getenv("TMPDIR");
  setenv(kUsersTmpdirVariable, users == nullptr ? "" : users, 1);
  setenv("TMPDIR", folder.c_str(), 1);
}

/// Slurm hands daemons the environment of mpirun, whose folder is not theirs, and makes a folder of
/// that name on their host, which nobody would remove.
void restore_tmpdir() {
  const char* users = std::getenv(kUsersTmpdirVariable);
  const char* folder = std::getenv("TMPDIR");
  if (users != nullptr && folder != nullptr) {
    rmdir(folder);  // where hosts share it, it is not empty
    *users == '\0' ? unsetenv("TMPDIR") : setenv("TMPDIR", users, 1);
    unsetenv(kUsersTmpdirVariable);
  }
}

}  // namespace

int run_way(const std::vector<std::string>& words) {
  constexpr std::ptrdiff_t kWordsOfALogin = 3;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::map<std::string_view, std::string_view> logins;
  auto word = words.begin();
  for (; words.end() - word > kWordsOfALogin && *word == "--login"; word += kWordsOfALogin) {
    logins.emplace(word[1], word[2]);
  }
  std::vector<std::string> command(word, words.end());
  const auto at = host_in(command);
  const std::string host = at == command.end() ? "" : *at;
  if (const auto login = logins.find(host); login != logins.end()) {
    command.insert(at, {"-l", std::string(login->second)});
  }
  const int status = run_command(command);
  if (status == kNoLogin) {  // dps looks for these words: ssh's may name an address
    std::fprintf(stderr, "there was no login on %s\n", host.c_str());
  }
  return status;
}

int guard_daemon(const std::string& secret, const std::vector<std::string>& command) {
  for (const int signal : kRequests) {
    std::signal(signal, SIG_IGN);  // this ends when the daemon has
  }
  restore_tmpdir();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const Descriptor outer = watch_end(getpid());
  int status = 1 << 8;
  const pid_t inner = fork();
  if (inner == 0) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    status = run_daemon(command, outer);
  } else if (inner > 0) {
    waitpid(inner, &status, 0);
  }
  const bool is_lost = WIFSIGNALED(status) || has_ended(outer);
  if (is_lost) {  // dps looks for these words
    std::fprintf(stderr, "the daemon of Open MPI (orted) on %s was killed, or its guard\n",
                 this_host_name().c_str());
  }
  await_descendants(kRanksPatienceMs);
  end_descendants();
  std::error_code ignored;
  std::filesystem::remove_all(mpi_scratch(secret), ignored);
  if (is_lost) {
    remove_session(std::filesystem::temp_directory_path(ignored), this_host_name(), command);
  }
  return shell_status(status);
}

int guard_mpirun(const std::string& folder, const std::vector<std::string>& settings,
                 const std::vector<std::string>& command) {
  const Descriptor parent = watch_end(getppid());
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const Descriptor requests = watch_signals({SIGTERM, SIGINT, SIGHUP});
  const std::string secret = random_text();
  set_tmpdir(folder);
  setenv(kMpiSecretVariable, secret.c_str(), 1);
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    setenv(setting.substr(0, equals).c_str(),
           with_secret(setting.substr(equals + 1), secret).c_str(), 0);
  }
  const pid_t guard = getpid();
  const pid_t mpirun = fork();
  if (mpirun == 0) {
    become(command, guard);
  }
  const int status =
      mpirun < 0 ? 1 << 8
                 : await_end(mpirun, {{parent.get(), POLLIN, 0}, {requests.get(), POLLIN, 0}});
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
