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
#include <poll.h>
#include <pvm3.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simulator/descendants.h"
#include "simulator/pvm_bridge.h"
#include "simulator/pvm_folder.h"
#include "simulator/pvm_machine.h"
#include "transport/pvm/enrolment.h"
#include "transport/tcp/descriptor.h"

namespace dps::simulator {
namespace {

using transport::Descriptor;

constexpr const char* kDebianDaemon = "/usr/lib/pvm3/lib/pvmd";
constexpr int kExecFailed = 127;
constexpr int kStartMs = 10'000;
/// How long a daemon that was asked to end may take.
constexpr int kHaltMs = 2'000;
/// How long the bridge may take to tell of a daemon's end.
constexpr int kLastWordsMs = 3'000;
/// How long the agents of a host may take to end when its daemon has.
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

Descriptor watch(pid_t process) {
  return Descriptor(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
}

/// True once the process has ended; it is not reaped.
bool has_ended_within(pid_t process, int patience_ms) {
  const Descriptor end = watch(process);
  pollfd watched{end.get(), POLLIN, 0};
  return !end.is_open() || poll(&watched, 1, patience_ms) == 1;
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
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return false;
  }
  said_ = Descriptor(ends[0]);
  Descriptor says(ends[1]);
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
    if (transport::enrol()) {
      pvm_halt();
    }
    _exit(0);
  }
  if (!has_ended_within(halting, kHaltMs)) {
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

/// Until one of the two has ended; then the other ends, too.
int wait_for_both(pid_t bridge, pid_t daemon) {
  const Descriptor bridge_end = watch(bridge);
  const Descriptor daemon_end = watch(daemon);
  std::array<pollfd, 2> watched{{{bridge_end.get(), POLLIN, 0}, {daemon_end.get(), POLLIN, 0}}};
  while (poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  if (watched[0].revents == 0 && !has_ended_within(bridge, kLastWordsMs)) {
    kill(bridge, SIGKILL);
  }
  int status = 0;
  waitpid(bridge, &status, 0);
  const bool was_killed = !WIFEXITED(status);
  if (was_killed && watched[1].revents == 0) {
    halt_from_outside();
  }
  if (!has_ended_within(daemon, kHaltMs)) {
    kill(daemon, SIGKILL);
  }
  return was_killed ? 1 : WEXITSTATUS(status);
}

}  // namespace

int guard_own_pvm(BridgeOrder order) {
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
    status = wait_for_both(bridge, daemon.pid());
  }
  end_descendants();
  remove_pvm_folder(*folder);
  return status;
}

int guard_slave(char** argv) {
  const auto folder = make_pvm_folder();
  std::array<int, 2> ends{};
  if (!folder || pipe2(ends.data(), O_CLOEXEC) != 0) {
    std::fputs("dps-simulator-pvm: cannot make a folder in /tmp\n", stderr);
    return 1;
  }
  Descriptor result(ends[0]);
  Descriptor tell(ends[1]);
  if (const pid_t guard = fork(); guard != 0) {  // what ssh waits for
    tell.close();
    char status = 1;
    return read(result.get(), &status, 1) == 1 ? status : 1;
  }
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  setenv("PVM_TMP", folder->c_str(), 1);
  const pid_t starting = fork();
  if (starting == 0) {
    std::vector<std::string> words{daemon_program()};
    for (char** word = argv + 1; *word != nullptr; ++word) {
      words.emplace_back(*word);
    }
    become_daemon(std::move(words));
  }
  const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    dup2(nothing.get(), fd);
  }
  int status = 0;
  waitpid(starting, &status, 0);  // it leaves the daemon behind, which comes to us
  const char told = WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
  static_cast<void>(write(tell.get(), &told, 1));
  tell.close();
  const std::vector<pid_t> left = descendants_of(getpid());
  if (!left.empty()) {
    has_ended_within(left.front(), -1);
    // The agents find the daemon gone, and end what is theirs; whatever is still there then, ends.
    for (const pid_t agent : descendants_of(getpid())) {
      has_ended_within(agent, kAgentsMs);
    }
  }
  end_descendants();
  remove_pvm_folder(*folder);
  return 0;
}

}  // namespace dps::simulator
