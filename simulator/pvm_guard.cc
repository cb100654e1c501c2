#include "simulator/pvm_guard.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <pvm3.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process_end.h"
#include "simulator/descendants.h"
#include "simulator/host_facts.h"
#include "simulator/pvm_bridge.h"
#include "simulator/pvm_folder.h"
#include "simulator/pvm_machine.h"
#include "transport/pvm/enrolment.h"

namespace dps::simulator {
namespace {

constexpr const char* kDebianDaemon = "/usr/lib/pvm3/lib/pvmd";
constexpr int kExecFailed = 127;
constexpr int kStartMs = 10'000;
/// How long a daemon that was asked to end may take.
constexpr int kHaltMs = 2'000;
/// How long the bridge may take to tell of a daemon's end, or to end the agents when dps is gone.
constexpr int kLastWordsMs = 1'500;
/// How long the agents of a host may take to end, each, when its daemon has.
constexpr int kAgentsMs = 2'000;

std::string daemon_program() {
  const char* root = getenv("PVM_ROOT");
  return root != nullptr ? std::string(root) + "/lib/pvmd" : kDebianDaemon;
}

[[noreturn]] void become_daemon(std::vector<std::string> words) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  execv(argv.front(), argv.data());
  std::fprintf(stderr, "cannot execute %s: install PVM there (Debian: pvm)\n", argv.front());
  _exit(kExecFailed);
}

/// A name and a folder that no other virtual machine has.
void set_private_names(const std::string& folder) {
  setenv("PVM_TMP", folder.c_str(), 1);
  setenv("PVM_VMID", folder.substr(folder.rfind('-') + 1).c_str(), 1);
  setenv("PVM_RSH", "ssh", 0);
  setenv("SSH_ASKPASS_REQUIRE", "never", 0);  // there is no terminal to ask on, either
  for (const char* name : {"PVMSOCK", "PVMEPID", "PVMCTX", "PVMTMASK", "PVM_PATH"}) {
    unsetenv(name);
  }
}

/// What the daemon calls itself: on the way to the other hosts, or within this machine.
std::string daemon_name(const BridgeOrder& order) {
  for (const BridgeOrder::Host& host : order.hosts) {
    if (!is_this_machine(host.name)) {
      const std::string address = own_address_towards(host.name);
      return address.empty() ? "127.0.0.1" : address;
    }
  }
  return "127.0.0.1";
}

/// The daemon in the foreground, and what it says until it stands or gives up.
class Daemon {
 public:
  /// False: it does not stand, and why was said.
  bool start(const std::string& name);
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  bool await_address();
  static void explain(const std::string& said);

  pid_t pid_ = -1;
  Descriptor said_;
};

bool Daemon::start(const std::string& name) {
  auto pipe = make_pipe();
  if (!pipe) {
    return false;
  }
  said_ = std::move(pipe->read);
  Descriptor says = std::move(pipe->write);
  const pid_t guard = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != guard) {
      _exit(kExecFailed);
    }
    const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
    dup2(nothing.get(), STDIN_FILENO);
    dup2(says.get(), STDOUT_FILENO);
    dup2(says.get(), STDERR_FILENO);
    become_daemon({daemon_program(), "-n" + name});
  }
  says.close();  // or its end would never be seen
  return pid_ > 0 && await_address();
}

/// It prints the address of its socket when it stands. When it refuses to run its exit status is 0
/// all the same.
bool Daemon::await_address() {
  std::string said;
  std::array<char, 4096> piece{};
  pollfd watched{said_.get(), POLLIN, 0};
  while (poll(&watched, 1, kStartMs) == 1) {
    const ssize_t count = read(said_.get(), piece.data(), piece.size());
    if (count <= 0) {
      break;
    }
    said.append(piece.data(), static_cast<std::size_t>(count));
    const bool is_address = said.starts_with('/') || said.find(':') == 8;
    if (is_address && said.find('\n') != std::string::npos) {
      return true;
    }
  }
  explain(said);
  return false;
}

void Daemon::explain(const std::string& said) {
  if (said.find("PVM_ALLOW_ROOT") != std::string::npos) {
    std::fputs(
        "PVM refuses to run as root: run dps as another user, or set PVM_ALLOW_ROOT=1 in the "
        "environment (on every host) if root is what you want\n",
        stderr);
  } else {
    std::fprintf(stderr, "the PVM daemon (pvmd) does not start: %s\n", said.c_str());
  }
}

/// When the bridge could not: as a task of our own, with a limit.
void halt_from_outside() {
  const pid_t halting = fork();
  if (halting == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(STDERR_FILENO);  // libpvm complains when the daemon has halted
    if (transport::enrol()) {
      pvm_halt();
    }
    _exit(0);
  }
  if (!has_ended(watch_end(halting), kHaltMs)) {
    kill(halting, SIGKILL);
  }
  waitpid(halting, nullptr, 0);
}

/// The bridge, as a child; when it finds itself alone it removes the folder.
int run_guarded_bridge(const BridgeScene& scene, pid_t guard) {
  const int status = run_bridge(scene);
  if (getppid() != guard) {
    remove_pvm_folder(scene.folder);
  }
  return status;
}

/// "the PVM daemon (pvmd) of node1 was killed by signal 9 (SIGKILL)", for dps to tell.
void tell_end(const char* of, const siginfo_t& end) {
  const bool was_killed = end.si_code != CLD_EXITED;
  fmt::print(stderr, "{} of {} {} {}{}\n", of, host_name(),
             was_killed ? "was killed by signal" : "has ended with exit status", end.si_status,
             was_killed ? fmt::format(" (SIG{})", sigabbrev_np(end.si_status)) : "");
}

void tell_end_of_daemon(pid_t daemon) {
  siginfo_t end{};
  if (waitid(P_PID, static_cast<id_t>(daemon), &end, WEXITED | WNOWAIT) == 0) {
    tell_end("the PVM daemon (pvmd)", end);
  }
}

enum class First : std::uint8_t { kBridge, kDaemon, kDps };

/// Waits until one of the three has ended.
First await_first(pid_t bridge, pid_t daemon, const Descriptor& dps_end) {
  const Descriptor bridge_end = watch_end(bridge);
  const Descriptor daemon_end = watch_end(daemon);
  std::array<pollfd, 3> watched{
      {{bridge_end.get(), POLLIN, 0}, {daemon_end.get(), POLLIN, 0}, {dps_end.get(), POLLIN, 0}}};
  while (poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  return watched[0].revents != 0   ? First::kBridge
         : watched[1].revents != 0 ? First::kDaemon
                                   : First::kDps;
}

/// Until bridge, daemon or dps has ended; then the bridge and the daemon end, too.
int wait_for_all(pid_t bridge, pid_t daemon, const Descriptor& dps_end) {
  const First first = await_first(bridge, daemon, dps_end);
  if (first == First::kDaemon) {
    tell_end_of_daemon(daemon);
  }
  if (first != First::kBridge && !has_ended(watch_end(bridge), kLastWordsMs)) {
    kill(bridge, SIGKILL);
  }
  siginfo_t end{};
  waitid(P_PID, static_cast<id_t>(bridge), &end, WEXITED);
  const bool was_killed = end.si_code != CLD_EXITED;
  if (first == First::kBridge && !was_killed && end.si_status != 0 &&
      has_ended(watch_end(daemon), 0)) {
    tell_end_of_daemon(daemon);  // of which the bridge knew before us
  }
  if (was_killed && first == First::kBridge) {
    tell_end("the bridge between dps and the PVM", end);
    halt_from_outside();
  }
  // Without dps the carriers end the daemons of the other hosts.
  if (first == First::kDps || !has_ended(watch_end(daemon), kHaltMs)) {
    kill(daemon, SIGKILL);
  }
  return was_killed ? 1 : end.si_status;
}

/// Nobody reads what we say from here on.
void become_silent() {
  const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    dup2(nothing.get(), fd);
  }
}

/// Between what ssh waits for and the guard of a daemon.
struct Login {
  Pipe told;  ///< from the guard: whether the daemon stands; its end: it has an agent, or has ended
  Pipe lives;  ///< to the guard: nothing; its end: the login is gone
};

/// What ssh waits for, once the guard has been started. Until its first agent is there a daemon
/// whose first daemon dies would wait for it for minutes; so the login stays until then, and goes
/// with that one. The exit status.
int await_agent(Login login) {
  login.told.write.close();
  login.lives.read.close();
  char status = 1;
  if (read(login.told.read.get(), &status, 1) != 1 || status != 0) {
    return status;
  }
  std::array<pollfd, 2> watched{{{login.told.read.get(), POLLIN, 0}, {STDOUT_FILENO, 0, 0}}};
  while (poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  return 0;
}

/// True when an agent has come, or the daemon or the outer half is gone; false: the login is gone
/// before.
bool is_used(const Login& login, const Descriptor& daemon_end, const Descriptor& outer_end) {
  constexpr int kLookMs = 50;
  std::array<pollfd, 3> watched{{{login.lives.read.get(), POLLIN, 0},
                                 {daemon_end.get(), POLLIN, 0},
                                 {outer_end.get(), POLLIN, 0}}};
  while (poll(watched.data(), watched.size(), kLookMs) <= 0) {
    if (descendants_of(getpid()).size() > 1) {
      return true;
    }
  }
  return watched[1].revents != 0 || watched[2].revents != 0;
}

/// The inner half of a guard: starts the daemon of a host that is added, says whether it stands,
/// and returns when it has ended and the agents have had their time, or at once when the outer half
/// is gone, or the login before there is an agent.
void guard_daemon(char** argv, Login login, pid_t outer) {
  const Descriptor outer_end = watch_end(outer);
  if (getppid() != outer) {  // it died before the line above
    return;
  }
  const pid_t starting = fork();
  if (starting == 0) {
    std::vector<std::string> words{daemon_program()};
    for (char** word = argv + 1; *word != nullptr; ++word) {
      words.emplace_back(*word);
    }
    become_daemon(std::move(words));
  }
  become_silent();
  int status = 0;
  waitpid(starting, &status, 0);  // it leaves the daemon behind, which comes to us
  const char told = WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
  static_cast<void>(write(login.told.write.get(), &told, 1));
  const std::vector<pid_t> left = descendants_of(getpid());
  if (left.empty()) {
    return;
  }
  const Descriptor daemon_end = watch_end(left.front());
  if (!is_used(login, daemon_end, outer_end)) {
    return;
  }
  login.told.write.close();
  std::array<pollfd, 2> watched{{{daemon_end.get(), POLLIN, 0}, {outer_end.get(), POLLIN, 0}}};
  while (poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  if (watched[1].revents == 0) {  // the agents find the daemon gone, and end what is theirs
    for (const pid_t agent : descendants_of(getpid())) {
      has_ended(watch_end(agent), kAgentsMs);
    }
  }
}

}  // namespace

int guard_own_pvm(BridgeOrder order) {
  const Descriptor dps_end = watch_end(getppid());
  std::signal(SIGTERM, [](int) {});  // asked to end: waiting is cut short, what is left removed
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const auto folder = make_pvm_folder();
  if (!folder) {
    std::fprintf(stderr, "%s\n", folder.error().message.c_str());
    return 1;
  }
  set_private_names(*folder);
  Daemon daemon;
  int status = 1;
  if (daemon.start(daemon_name(order))) {
    const pid_t guard = getpid();
    const pid_t bridge = fork();
    if (bridge == 0) {
      _exit(run_guarded_bridge({std::move(order), true, *folder}, guard));
    }
    close(STDIN_FILENO);  // the bridge's alone
    close(STDOUT_FILENO);
    status = wait_for_all(bridge, daemon.pid(), dps_end);
  }
  end_descendants();
  remove_pvm_folder(*folder);
  return status;
}

int guard_slave(char** argv) {
  const auto folder = make_pvm_folder();
  auto told = make_pipe();
  auto lives = make_pipe();
  if (!folder || !told || !lives) {
    std::fputs("dps-simulator-pvm: cannot make a folder in /tmp\n", stderr);
    return 1;
  }
  Login login{*std::move(told), *std::move(lives)};
  if (fork() != 0) {
    return await_agent(std::move(login));
  }
  login.told.read.close();
  login.lives.write.close();
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  setenv("PVM_TMP", folder->c_str(), 1);
  const pid_t outer = getpid();
  const pid_t inner = fork();
  if (inner == 0) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);  // not inherited
    guard_daemon(argv, std::move(login), outer);
  } else {
    login.told.write.close();
    become_silent();
    has_ended(watch_end(inner), -1);
  }
  end_descendants();
  remove_pvm_folder(*folder);
  return 0;
}

}  // namespace dps::simulator
