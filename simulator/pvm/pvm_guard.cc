#include "simulator/pvm/pvm_guard.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/host_name.h"
#include "base/process_end.h"
#include "simulator/guard/command.h"
#include "simulator/guard/descendants.h"
#include "simulator/guard/signals.h"
#include "simulator/pvm/pvm_bridge.h"
#include "simulator/pvm/pvm_daemon.h"
#include "simulator/pvm/pvm_folder.h"
#include "simulator/pvm/pvm_login.h"
#include "simulator/pvm/pvm_machine.h"

namespace dps::simulator {
namespace {

constexpr int kStartMs = 10'000;
/// How long a daemon that was asked to end may take.
constexpr int kHaltMs = 2'000;
/// How long the bridge may take to tell of a daemon's end, or to end the agents when dps is gone.
constexpr int kLastWordsMs = 1'500;

/// A name and a folder that no other virtual machine has.
void set_private_names(const std::string& folder) {
  setenv("PVM_TMP", folder.c_str(), 1);
  setenv("PVM_VMID", folder.substr(folder.rfind('-') + 1).c_str(), 1);
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
    end_with(guard);
    restore_signals();
    const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
    dup2(nothing.get(), STDIN_FILENO);
    dup2(says.get(), STDOUT_FILENO);
    dup2(says.get(), STDERR_FILENO);
    become_pvm_daemon({"-n" + name});
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

/// The bridge, as a child, once a byte tells that the daemon stands. When it finds itself alone it
/// cleans up: the daemon ends with the guard, but not what it has just started to add hosts. Agents
/// have groups of their own, and end with their carriers.
int run_guarded_bridge(const BridgeScene& scene, const Descriptor& stands, pid_t guard) {
  restore_signals();
  setpgid(0, 0);
  char byte = 0;
  const int status = read(stands.get(), &byte, 1) == 1 ? run_bridge(scene) : 1;
  if (getppid() != guard) {
    kill(-guard, SIGKILL);
    remove_pvm_folder(scene.folder);
  }
  return status;
}

/// "the PVM daemon (pvmd) of node1 was killed by signal 9 (SIGKILL)", for dps to tell.
void tell_end(const char* of, const siginfo_t& end) {
  const bool was_killed = end.si_code != CLD_EXITED;
  fmt::print(stderr, "{} of {} {} {}{}\n", of, this_host_name(),
             was_killed ? "was killed by signal" : "has ended with exit status", end.si_status,
             was_killed ? fmt::format(" (SIG{})", sigabbrev_np(end.si_status)) : "");
}

void tell_end_of_daemon(pid_t daemon) {
  siginfo_t end{};
  if (waitid(P_PID, static_cast<id_t>(daemon), &end, WEXITED | WNOWAIT) == 0) {
    tell_end("the PVM daemon (pvmd)", end);
  }
}

/// What a guard is given.
struct Charge {
  const std::string& folder;
  const BridgeOrder& order;
  const Descriptor& dps_end;
  const Descriptor& requests;
  const PvmLogins& logins;
};

/// And what it has started.
struct Guarded : Charge {
  pid_t bridge;
  pid_t daemon;
};

enum class First : std::uint8_t { kBridge, kDaemon, kLogin, kDps, kRequest };

/// Waits until one of the four has ended, or we are asked to end.
First await_first(const Guarded& guarded) {
  const Descriptor bridge_end = watch_end(guarded.bridge);
  const Descriptor daemon_end = watch_end(guarded.daemon);
  std::array<pollfd, 5> watched{{{bridge_end.get(), POLLIN, 0},
                                 {daemon_end.get(), POLLIN, 0},
                                 {guarded.logins.died().get(), POLLIN, 0},
                                 {guarded.dps_end.get(), POLLIN, 0},
                                 {guarded.requests.get(), POLLIN, 0}}};
  while (poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  return watched[0].revents != 0   ? First::kBridge
         : watched[1].revents != 0 ? First::kDaemon
         : watched[2].revents != 0 ? First::kLogin
         : watched[3].revents != 0 ? First::kDps
                                   : First::kRequest;
}

/// The daemons of other hosts that have died before there was an agent, for which libpvm lets the
/// bridge wait.
void tell_instead_of_bridge(const Guarded& guarded) {
  kill(guarded.bridge, SIGKILL);
  for (const std::string& host : guarded.logins.hosts_that_died()) {
    fmt::print(stderr, "the PVM daemon (pvmd) of {} has died\n", host);
  }
}

/// Until bridge, daemon or dps has ended; then the bridge and the daemon end, too. When nobody has
/// halted the virtual machine, carriers and logins end the daemons of the other hosts.
int wait_for_all(const Guarded& guarded) {
  const First first = await_first(guarded);
  if (first == First::kDaemon) {
    tell_end_of_daemon(guarded.daemon);
  } else if (first == First::kLogin) {
    tell_instead_of_bridge(guarded);
  }
  const int patience_ms = first == First::kRequest ? 0 : kLastWordsMs;  // it has had its time
  if (first != First::kBridge && !has_ended(watch_end(guarded.bridge), patience_ms)) {
    kill(guarded.bridge, SIGKILL);
  }
  siginfo_t end{};
  waitid(P_PID, static_cast<id_t>(guarded.bridge), &end, WEXITED);
  const bool was_killed = end.si_code != CLD_EXITED;
  if (first == First::kBridge && was_killed) {
    tell_end("the bridge between dps and the PVM", end);
  } else if (first == First::kBridge && end.si_status != 0 &&
             has_ended(watch_end(guarded.daemon))) {
    tell_end_of_daemon(guarded.daemon);  // of which the bridge knew before us
  }
  const bool was_halted = first == First::kBridge && !was_killed;
  if (!was_halted || !has_ended(watch_end(guarded.daemon), kHaltMs)) {
    kill(guarded.daemon, SIGKILL);
  }
  return was_killed ? 1 : end.si_status;
}

/// The bridge comes first: it is what cleans up when we are killed.
int run_own_pvm(const Charge& charge, Pipe stands) {
  const pid_t guard = getpid();
  const pid_t bridge = fork();
  if (bridge == 0) {
    stands.write.close();
    _exit(run_guarded_bridge({charge.order, true, charge.folder}, stands.read, guard));
  }
  Daemon daemon;
  if (!daemon.start(daemon_name(charge.order))) {
    return 1;
  }
  close(STDIN_FILENO);  // the bridge's alone
  close(STDOUT_FILENO);
  static_cast<void>(write(stands.write.get(), "", 1));
  return wait_for_all({charge, bridge, daemon.pid()});
}

}  // namespace

int guard_own_pvm(const BridgeOrder& order) {
  const Descriptor dps_end = watch_end(getppid());
  const Descriptor requests = watch_signals({SIGTERM});
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const auto folder = make_pvm_folder();
  if (!folder) {
    std::fprintf(stderr, "%s\n", folder.error().message.c_str());
    return 1;
  }
  set_private_names(*folder);
  const auto logins = PvmLogins::in(*folder, order.program);
  auto stands = make_pipe();
  int status = 1;
  if (!logins || !stands) {
    const Error& error = logins ? stands.error() : logins.error();
    std::fprintf(stderr, "%s\n", error.message.c_str());
  } else {
    status = run_own_pvm({*folder, order, dps_end, requests, *logins}, *std::move(stands));
  }
  end_descendants();
  remove_pvm_folder(*folder);
  return status;
}

}  // namespace dps::simulator
