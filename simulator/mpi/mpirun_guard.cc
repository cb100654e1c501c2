#include "simulator/mpi/mpirun_guard.h"

#include <algorithm>
#include <array>
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
#include "base/processes/new_process.h"
#include "base/processes/process_end.h"
#include "base/processes/supervise.h"
#include "simulator/mpi/daemon_session.h"
#include "simulator/mpi/mpi_ranks.h"
#include "transport/control/launch_reports.h"

namespace dps::simulator {

namespace {

constexpr int kGraceMs = 400;
/// Ranks end within 1.5 s after their launcher (rank_pair.h), and nothing may be left after 3 s.
constexpr int kRanksGraceMs = 2'000;
/// The exit status of ssh when the login, not the command, has failed. Source: ssh(1).
constexpr int kNoLogin = 255;

std::string random_text() {
  std::array<std::uint8_t, 16> bytes{};
  std::string text;
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    std::abort();  // cannot happen: requests of up to 256 bytes always succeed (getrandom(2))
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

/// Runs the command, which ends with this process, in the child of supervise().
int execute_or_report(const std::vector<std::string>& command, control::LaunchRole role,
                      pid_t guard) {
  const int error = execute_command(command, guard);
  control::write_line(STDERR_FILENO, control::to_line(control::LostProcess{
                                         role, this_host_name(), control::LaunchEnd::kNotStarted,
                                         error, std::strerror(error)}));
  _exit(kCannotExecute);
}

/// Supervises one half of the guard of a daemon, or the daemon itself; then removes their files.
int guard_half(const Supervision& half, const Descriptor& outer, const std::string& secret,
               const std::vector<std::string>& command) {
  bool is_lost = false;
  Supervision task = half;
  task.ended = [&](int wait_status) {
    is_lost = WIFSIGNALED(wait_status) || has_ended(outer);
    if (is_lost) {
      control::write_line(STDERR_FILENO, control::to_line(control::LostProcess{
                                             control::LaunchRole::kOrted, this_host_name()}));
    }
    await_descendants(kRanksGraceMs);
  };
  const auto status = supervise(task);
  std::error_code ignored;
  std::filesystem::remove_all(mpi_scratch(secret), ignored);
  if (is_lost) {
    remove_session(std::filesystem::temp_directory_path(ignored), this_host_name(), command);
  }
  return status ? shell_status(*status) : 1;
}

/// The position of the host in "ssh -T -o NAME=VALUE … HOST COMMAND".
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

/// Restores the user's TMPDIR. Slurm passes the environment of mpirun to the daemons, and creates
/// on their hosts the folder of mpirun that TMPDIR names; this removes it.
void restore_tmpdir() {
  const char* users = std::getenv(kUsersTmpdirVariable);
  const char* folder = std::getenv("TMPDIR");
  if (users != nullptr && folder != nullptr) {
    rmdir(folder);  // fails if hosts share it, since it is not empty then
    *users == '\0' ? unsetenv("TMPDIR") : setenv("TMPDIR", users, 1);
    unsetenv(kUsersTmpdirVariable);
  }
}

}  // namespace

int run_ssh(const std::vector<std::string>& words) {
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
  if (status == kNoLogin) {  // the output of ssh may contain an address, or no host at all
    control::write_line(STDERR_FILENO,
                        control::to_line(control::LostProcess{control::LaunchRole::kLogin, host,
                                                              control::LaunchEnd::kExit, status}));
  }
  return status;
}

int guard_orted(const std::string& secret, const std::vector<std::string>& command) {
  ignore_ending_signals();  // the guard ends when the daemon has ended
  restore_tmpdir();
  const Descriptor outer = watch_end(getpid());
  const auto run_inner = [&] {
    const pid_t inner = getpid();
    const Supervision daemon{
        .child = [&] { return execute_or_report(command, control::LaunchRole::kOrted, inner); },
        .until = {{outer.get(), POLLIN, 0}},
        .grace = {kGraceMs, SIGTERM}};
    return guard_half(daemon, outer, secret, command);
  };
  return guard_half({.child = run_inner}, outer, secret, command);
}

int guard_mpirun(const std::string& folder, const std::vector<std::string>& settings,
                 const std::vector<std::string>& command) {
  const Descriptor parent = watch_end(getppid());
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
  const auto status = supervise({
      .child = [&] { return execute_or_report(command, control::LaunchRole::kMpirun, guard); },
      .until = {{parent.get(), POLLIN, 0}, {requests.get(), POLLIN, 0}},
      .grace = {kGraceMs, SIGTERM},
  });
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  std::filesystem::remove_all(mpi_scratch(secret), ignored);  // if the ranks here were killed
  if (status && WIFSIGNALED(*status)) {
    control::write_line(STDERR_FILENO,
                        control::to_line(control::lost_process(control::LaunchRole::kMpirun,
                                                               this_host_name(), *status)));
    return 1;
  }
  return status ? WEXITSTATUS(*status) : 1;
}

}  // namespace dps::simulator
