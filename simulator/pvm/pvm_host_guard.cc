#include "simulator/pvm/pvm_host_guard.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process_end.h"
#include "simulator/guard/descendants.h"
#include "simulator/guard/supervise.h"
#include "simulator/pvm/pvm_daemon.h"
#include "simulator/pvm/pvm_folder.h"
#include "simulator/pvm/pvm_login.h"

namespace dps::simulator {
namespace {

/// The time for the agents of a host to end after its daemon.
constexpr int kAgentsGraceMs = 2'000;

/// The reports of the guard to the login, one byte each.
enum class DaemonState : char { kServes, kNotStarted, kHasAgent };

/// The pipes between the process that ssh waits for and the guard of a daemon.
struct Login {
  Pipe states;    ///< from the guard; end of file: the daemon has ended
  Pipe lifeline;  ///< to the guard; end of file: the login has ended
};

std::optional<DaemonState> read_state(const Login& login) {
  char state = 0;
  return read(login.states.read.get(), &state, 1) == 1
             ? std::optional(static_cast<DaemonState>(state))
             : std::nullopt;
}

void send_state(const Login& login, DaemonState state) {
  const char byte = static_cast<char>(state);
  static_cast<void>(write(login.states.write.get(), &byte, 1));
}

/// Runs in the process for which ssh waits, until an agent has started or the daemon or the login
/// has ended. Before there is an agent, a slave pvmd waits minutes for a dead master, and the
/// master for a dead slave; the end of the login ends the wait. Returns the exit status.
int await_agent(Login login) {
  login.states.write.close();
  login.lifeline.read.close();
  const auto state = read_state(login);
  if (state != DaemonState::kServes) {
    return state == DaemonState::kNotStarted ? 1 : kDaemonHasDied;
  }
  std::array<pollfd, 2> watched{{{login.states.read.get(), POLLIN, 0}, {STDOUT_FILENO, 0, 0}}};
  while (poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  const bool has_state = watched[0].revents != 0;
  return has_state && read_state(login) != DaemonState::kHasAgent ? kDaemonHasDied : 0;
}

/// Releases the standard streams, so that the login can end before this process.
void release_standard_streams() {
  const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    dup2(nothing.get(), fd);
  }
}

/// Waits for an agent. True if one has started, or if the daemon or the outer half has ended; false
/// if the login has ended before.
bool await_use(const Login& login, const std::string& folder, const Descriptor& daemon_end,
               const Descriptor& outer_end) {
  constexpr int kPollMs = 50;
  std::array<pollfd, 3> watched{{{login.lifeline.read.get(), POLLIN, 0},
                                 {daemon_end.get(), POLLIN, 0},
                                 {outer_end.get(), POLLIN, 0}}};
  int moved = 0;
  while (moved <= 0 && !is_pvm_folder_in_use(folder)) {
    moved = poll(watched.data(), watched.size(), kPollMs);
  }
  if (is_pvm_folder_in_use(folder)) {  // also if the daemon has been halted since
    send_state(login, DaemonState::kHasAgent);
    return true;
  }
  return watched[1].revents != 0 || watched[2].revents != 0;
}

/// The inner half of a guard: starts the daemon and reports whether it serves. Returns when the
/// daemon has ended and the agents have had their grace period; at once when the outer half has
/// ended, or the login before there is an agent.
void guard_daemon(char** argv, Login login, const std::string& folder, pid_t outer) {
  const Descriptor outer_end = watch_end(outer);
  if (getppid() != outer) {  // it ended before watch_end() was called
    return;
  }
  const pid_t starting = fork();
  if (starting == 0) {
    std::vector<std::string> arguments;
    for (char** word = argv + 1; *word != nullptr; ++word) {
      arguments.emplace_back(*word);
    }
    become_pvm_daemon(arguments);
  }
  release_standard_streams();
  int status = 0;
  waitpid(starting, &status, 0);  // it leaves the daemon behind, a child of this subreaper
  if (!WIFEXITED(status)) {
    return;
  }
  const std::vector<pid_t> left = descendants_of(getpid());
  const bool serves = WEXITSTATUS(status) == 0 && !left.empty();  // 0 also if it refuses to run
  send_state(login, serves ? DaemonState::kServes : DaemonState::kNotStarted);
  if (!serves) {
    return;
  }
  const Descriptor daemon_end = watch_end(left.front());
  if (!await_use(login, folder, daemon_end, outer_end)) {
    return;
  }
  login.states.write.close();
  std::array<pollfd, 2> watched{{{daemon_end.get(), POLLIN, 0}, {outer_end.get(), POLLIN, 0}}};
  while (poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  if (watched[1].revents == 0) {  // the agents notice the end of the daemon, and end
    await_descendants(kAgentsGraceMs);
  }
}

}  // namespace

int guard_pvm_host(char** argv) {
  const auto folder = make_pvm_folder();
  auto states = make_pipe();
  auto lifeline = make_pipe();
  if (!folder || !states || !lifeline) {
    std::fputs("dps-simulator-pvm: cannot make a folder in /tmp\n", stderr);
    return 1;
  }
  Login login{*std::move(states), *std::move(lifeline)};
  if (fork() != 0) {
    return await_agent(std::move(login));
  }
  login.states.read.close();
  login.lifeline.write.close();
  setsid();
  setenv("PVM_TMP", folder->c_str(), 1);
  const pid_t outer = getpid();
  const auto run_inner = [&] {
    prctl(PR_SET_CHILD_SUBREAPER, 1);  // not inherited
    guard_daemon(argv, std::move(login), *folder, outer);
    end_descendants();
    remove_pvm_folder(*folder);
    return 0;
  };
  const auto close_login = [&](pid_t /*inner*/) {
    login.states.write.close();
    release_standard_streams();
  };
  supervise({.child = run_inner, .started = close_login});
  remove_pvm_folder(*folder);
  return 0;
}

}  // namespace dps::simulator
