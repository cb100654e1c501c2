#include "simulator/pvm/pvm_host_guard.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/processes/process_end.h"
#include "base/processes/supervise.h"
#include "simulator/pvm/pvm_daemon.h"
#include "simulator/pvm/pvm_folder.h"
#include "simulator/pvm/pvm_login.h"
#include "transport/control/launch_reports.h"

namespace dps::simulator {
namespace {

/// The time for the agents of a host to end after its daemon.
constexpr int kAgentsGraceMs = 2'000;
/// The time for the daemon and for descendants of an agent to end after the carrier.
constexpr int kHaltGraceMs = 2'500;
/// The time for the daemon to get an agent. By then dps has abandoned the start (20 s,
/// docs/reliability.md, P2); a host that was cut off meanwhile is not notified.
constexpr std::chrono::seconds kUseTimeout(25);

/// The pipes between the process that ssh waits for and the guard of a daemon.
struct HostLogin {
  Pipe agent;  ///< from the guard: a byte when there is an agent; end of file at the daemon's end
  Pipe lifeline;  ///< to the guard; end of file: the login has ended
};

/// Runs in the process for which ssh waits, until the host has an agent or the daemon or the login
/// has ended. Before there is an agent, a slave pvmd waits minutes for a dead master, and the
/// master for a dead slave; the end of the login ends the wait. Returns the exit status.
int await_agent(HostLogin login) {
  login.agent.write.close();
  login.lifeline.read.close();
  std::array<pollfd, 2> watched{{{login.agent.read.get(), POLLIN, 0}, {STDOUT_FILENO, 0, 0}}};
  while (poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  if (watched[0].revents == 0) {
    return 1;
  }
  char byte = 0;
  const bool has_agent = read(login.agent.read.get(), &byte, 1) == 1;
  if (!has_agent) {  // PVM logs this text if the daemon has not started
    control::write_line(STDERR_FILENO, "the PVM daemon (pvmd) or its guard has ended");
  }
  control::write_line(STDOUT_FILENO, std::string(has_agent ? kHasAgentLine : kDaemonEndedLine));
  return has_agent ? 0 : 1;
}

/// Releases the standard streams, so that the login can end before this process.
void release_standard_streams() {
  const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    dup2(nothing.get(), fd);
  }
}

/// Waits until `starting` leaves the daemon behind, as a child of this subreaper. Returns its pid,
/// or -1 if there is none, or if the login or the outer half has ended before.
pid_t await_daemon(pid_t starting, const HostLogin& login, const Descriptor& outer_end) {
  const Descriptor started = watch_end(starting);
  std::array<pollfd, 3> watched{{{started.get(), POLLIN, 0},
                                 {login.lifeline.read.get(), POLLIN, 0},
                                 {outer_end.get(), POLLIN, 0}}};
  while (poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  if (watched[0].revents == 0) {
    return -1;
  }
  waitpid(starting, nullptr, 0);  // its exit status is 0 also if it refuses to run
  const std::vector<pid_t> left = descendants_of(getpid());
  return left.empty() ? -1 : left.front();
}

/// Waits for an agent, and returns its carrier; 0 if the daemon, the login or the outer half has
/// ended before, or if none comes in time.
pid_t await_use(const HostLogin& login, const std::string& folder, const Descriptor& daemon_end,
                const Descriptor& outer_end) {
  constexpr int kPollMs = 50;
  std::array<pollfd, 3> watched{{{login.lifeline.read.get(), POLLIN, 0},
                                 {daemon_end.get(), POLLIN, 0},
                                 {outer_end.get(), POLLIN, 0}}};
  const auto deadline = std::chrono::steady_clock::now() + kUseTimeout;
  int moved = 0;
  while (moved <= 0 && user_of_pvm_folder(folder) == 0 &&
         std::chrono::steady_clock::now() < deadline) {
    moved = poll(watched.data(), watched.size(), kPollMs);
  }
  const pid_t user = user_of_pvm_folder(folder);
  if (user != 0) {
    static_cast<void>(write(login.agent.write.get(), "", 1));
  }
  return user;  // also if the daemon has been halted since
}

/// Waits until the daemon has ended and the agents have had their grace period; or until the
/// carrier has ended and the daemon has had its own: the virtual machine is halted then, but the
/// first daemon may have been killed before this one knew, and it would wait for minutes. Returns
/// at once when the outer half has ended.
void await_end(pid_t carrier, const Descriptor& daemon_end, const Descriptor& outer_end) {
  const Descriptor carrier_end = watch_end(carrier);
  std::array<pollfd, 3> watched{{{daemon_end.get(), POLLIN, 0},
                                 {outer_end.get(), POLLIN, 0},
                                 {carrier_end.get(), POLLIN, 0}}};
  while (carrier_end.is_open() && poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  if (watched[0].revents == 0 && watched[1].revents == 0) {
    poll(watched.data(), 2, kHaltGraceMs);
  }
  if (watched[0].revents != 0 && watched[1].revents == 0) {  // the agents notice it, and end
    await_descendants(kAgentsGraceMs);
  }
}

/// The inner half of a guard: starts the daemon in a new folder. Returns when no process of it has
/// to be awaited; at once when the outer half, or the login before there is an agent, has ended.
void guard_daemon(char** argv, HostLogin login, const std::string& folder, pid_t outer) {
  const Descriptor outer_end = watch_end(outer);
  if (getppid() != outer) {  // it ended before watch_end() was called
    return;
  }
  if (const auto created = create_pvm_folder(folder); !created) {
    control::write_line(STDERR_FILENO, "dps-simulator-pvm: " + created.error().message);
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
  const pid_t daemon = starting > 0 ? await_daemon(starting, login, outer_end) : -1;
  const Descriptor daemon_end = watch_end(daemon);
  const pid_t carrier = daemon >= 0 ? await_use(login, folder, daemon_end, outer_end) : 0;
  if (carrier != 0) {
    login.agent.write.close();
    await_end(carrier, daemon_end, outer_end);
  }
}

}  // namespace

int guard_pvm_host(char** argv) {
  const std::string folder = new_pvm_folder();  // created when both halves of the guard exist
  auto agent = make_pipe();
  auto lifeline = make_pipe();
  if (!agent || !lifeline) {
    std::perror("dps-simulator-pvm: cannot make a pipe");
    return 1;
  }
  HostLogin login{*std::move(agent), *std::move(lifeline)};
  if (fork() != 0) {
    return await_agent(std::move(login));
  }
  login.agent.read.close();
  login.lifeline.write.close();
  setsid();
  setenv("PVM_TMP", folder.c_str(), 1);
  const pid_t outer = getpid();
  const auto run_inner = [&] {
    prctl(PR_SET_CHILD_SUBREAPER, 1);  // not inherited
    guard_daemon(argv, std::move(login), folder, outer);
    end_descendants();
    remove_pvm_folder(folder);
    return 0;
  };
  const auto close_login = [&](pid_t /*inner*/) {
    login.agent.write.close();
    release_standard_streams();
  };
  supervise({.child = run_inner, .started = close_login});
  remove_pvm_folder(folder);
  return 0;
}

}  // namespace dps::simulator
