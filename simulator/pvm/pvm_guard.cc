#include "simulator/pvm/pvm_guard.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/host_name.h"
#include "base/processes/new_process.h"
#include "base/processes/process_end.h"
#include "base/processes/supervise.h"
#include "simulator/pvm/pvm_bridge.h"
#include "simulator/pvm/pvm_daemon.h"
#include "simulator/pvm/pvm_folder.h"
#include "simulator/pvm/pvm_logins.h"
#include "simulator/pvm/pvm_machine.h"
#include "transport/control/launch_reports.h"
#include "transport/control/stream_io.h"

namespace dps::simulator {
namespace {

constexpr int kStartMs = 10'000;
/// The time for a daemon to end after pvm_halt().
constexpr int kHaltMs = 2'000;
/// The time for the bridge to report the end of a daemon, or to end the agents after dps.
constexpr int kBridgeGraceMs = 1'500;
/// The time between the end of a killed daemon's sockets, which ends the bridge, and the end of its
/// process. The coordinator waits longer (TrunkDemux) for the reason of an end.
constexpr int kSocketsFirstMs = 200;

/// Gives the virtual machine a unique name and folder.
void set_private_names(const std::string& folder) {
  setenv("PVM_TMP", folder.c_str(), 1);
  setenv("PVM_VMID", folder.substr(folder.rfind('-') + 1).c_str(), 1);
  setenv("SSH_ASKPASS_REQUIRE", "never", 0);  // ssh must never prompt
  for (const char* name : {"PVMSOCK", "PVMEPID", "PVMCTX", "PVMTMASK", "PVM_PATH"}) {
    unsetenv(name);
  }
}

/// The address of the daemon: one that other hosts can reach, or loopback if there are no others.
std::string daemon_address(const BridgeOrder& order) {
  for (const BridgeOrder::BridgeHost& host : order.hosts) {
    if (!is_this_machine(host.name)) {
      const std::string address = own_address_towards(host.name);
      return address.empty() ? "127.0.0.1" : address;
    }
  }
  return "127.0.0.1";
}

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 1;
}

void report(const control::LostProcess& lost) {
  control::write_line(STDERR_FILENO, control::to_line(lost));
}

/// The first daemon, which runs in the foreground.
class Daemon {
 public:
  /// Starts the daemon and waits until it serves. If it does not start, reports that and returns
  /// false.
  bool start(const std::string& address);
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  bool await_address();

  pid_t pid_ = -1;
  Descriptor output_;
};

bool Daemon::start(const std::string& address) {
  auto pipe = make_pipe();
  if (!pipe) {
    return false;
  }
  output_ = std::move(pipe->read);
  Descriptor output = std::move(pipe->write);
  const pid_t guard = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    end_with(guard);
    restore_signals();
    const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
    dup2(nothing.get(), STDIN_FILENO);
    dup2(output.get(), STDOUT_FILENO);
    dup2(output.get(), STDERR_FILENO);
    become_pvm_daemon({"-n" + address});
  }
  output.close();  // this copy would prevent the end of file
  return pid_ > 0 && await_address();
}

/// The daemon prints the address of its socket when it serves. The exit status of a daemon that
/// refuses to run is 0, too.
bool Daemon::await_address() {
  std::string printed;
  std::array<std::byte, 4096> buffer{};
  pollfd watched{output_.get(), POLLIN, 0};
  while (poll(&watched, 1, kStartMs) == 1) {
    const auto [outcome, bytes] = control::read_once(output_.get(), buffer);
    if (outcome == control::Transfer::kEnd) {
      break;
    }
    printed.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const bool is_address = printed.starts_with('/') || printed.find(':') == 8;
    if (is_address && printed.find('\n') != std::string::npos) {
      return true;
    }
  }
  report(
      {control::LaunchRole::kPvmd, this_host_name(), control::LaunchEnd::kNotStarted, 0, printed});
  return false;
}

/// Runs the bridge in a child, after a byte has announced that the daemon is ready. If the guard
/// ends, the bridge ends the processes that the daemon has started to add hosts. The daemon itself
/// ends with the guard, and agents, which have groups of their own, end with their carriers.
int run_guarded_bridge(const BridgeScene& scene, const Descriptor& serves, pid_t guard) {
  restore_signals();
  setpgid(0, 0);
  char byte = 0;
  const int status = read(serves.get(), &byte, 1) == 1 ? run_bridge(scene) : 1;
  if (getppid() != guard) {
    kill(-guard, SIGKILL);
    remove_pvm_folder(scene.folder);
  }
  return status;
}

/// Reports the end of a child, with its signal or exit status.
void report_end(control::LaunchRole role, pid_t child) {
  if (const auto wait_status = status_of_zombie(child)) {
    report(control::lost_process(role, this_host_name(), *wait_status));
  }
}

/// The order, and the descriptors that the guard of a virtual machine watches in addition to its
/// children and the logins.
struct GuardContext {
  const std::string& folder;
  const BridgeOrder& order;
  const Descriptor& dps_end;
  const Descriptor& requests;
};

struct Guarded : GuardContext {
  PvmLogins& logins;
  pid_t bridge;
  pid_t daemon;
};

/// The first event that ends a virtual machine.
enum class First : std::uint8_t {
  kBridge,   ///< the bridge has ended
  kDaemon,   ///< the first daemon has ended
  kLogin,    ///< another daemon has ended, or its login, before its host had an agent
  kDps,      ///< dps has ended
  kRequest,  ///< a signal has requested this process to end
};

/// Waits for the first event. Reports the daemons and logins that have ended.
First await_first(const Guarded& guarded) {
  const Descriptor bridge_end = watch_end(guarded.bridge);
  const Descriptor daemon_end = watch_end(guarded.daemon);
  while (true) {
    std::vector<pollfd> watched{{bridge_end.get(), POLLIN, 0},
                                {daemon_end.get(), POLLIN, 0},
                                {guarded.dps_end.get(), POLLIN, 0},
                                {guarded.requests.get(), POLLIN, 0}};
    guarded.logins.watch(watched);
    if (poll(watched.data(), watched.size(), -1) < 0) {
      continue;
    }
    if (watched[0].revents != 0 || watched[1].revents != 0) {
      return watched[0].revents != 0 ? First::kBridge : First::kDaemon;
    }
    const std::vector<control::LostProcess> lost = guarded.logins.take();
    std::for_each(lost.begin(), lost.end(), report);
    if (!lost.empty()) {
      return First::kLogin;
    }
    if (watched[2].revents != 0 || watched[3].revents != 0) {
      return watched[2].revents != 0 ? First::kDps : First::kRequest;
    }
  }
}

/// Waits for the first event, then ends the bridge and the daemon. If the virtual machine has not
/// been halted, carriers and logins end the daemons of the other hosts. Returns the exit status.
int wait_for_all(const Guarded& guarded) {
  const First first = await_first(guarded);
  if (first == First::kDaemon) {
    report_end(control::LaunchRole::kPvmd, guarded.daemon);
  } else if (first == First::kLogin) {
    kill(guarded.bridge, SIGKILL);  // it would wait in libpvm for a daemon that has ended
  }
  const int grace_ms = first == First::kRequest ? 0 : kBridgeGraceMs;  // dps has already waited
  if (first != First::kBridge && !has_ended(watch_end(guarded.bridge), grace_ms)) {
    kill(guarded.bridge, SIGKILL);
  }
  int status = 0;
  waitpid(guarded.bridge, &status, 0);
  const bool was_killed = WIFSIGNALED(status);
  if (first == First::kBridge && was_killed) {
    report(control::lost_process(control::LaunchRole::kBridge, this_host_name(), status));
  } else if (first == First::kBridge && status != 0 &&
             has_ended(watch_end(guarded.daemon), kSocketsFirstMs)) {
    report_end(control::LaunchRole::kPvmd,
               guarded.daemon);  // the end of the daemon has ended the bridge
  }
  const bool was_halted = first == First::kBridge && !was_killed;
  if (!was_halted || !has_ended(watch_end(guarded.daemon), kHaltMs)) {
    kill(guarded.daemon, SIGKILL);
  }
  return was_killed ? 1 : WEXITSTATUS(status);
}

/// Starts the bridge before it creates the folder and the daemon, since the bridge removes both if
/// this process is killed.
int run_own_pvm(const GuardContext& context) {
  auto serves = make_pipe();
  if (!serves) {
    return fail(serves.error());
  }
  const pid_t guard = getpid();
  const pid_t bridge = fork();
  if (bridge == 0) {
    serves->write.close();
    _exit(run_guarded_bridge({context.order, true, context.folder}, serves->read, guard));
  }
  if (const auto created = create_pvm_folder(context.folder); !created) {
    return fail(created.error());
  }
  auto logins = PvmLogins::in(context.folder, context.order.program);
  if (!logins) {
    return fail(logins.error());
  }
  Daemon daemon;
  if (!daemon.start(daemon_address(context.order))) {
    return 1;
  }
  close(STDIN_FILENO);  // only the bridge uses them
  close(STDOUT_FILENO);
  static_cast<void>(write(serves->write.get(), "", 1));
  return wait_for_all({context, *logins, bridge, daemon.pid()});
}

}  // namespace

int guard_own_pvm(const BridgeOrder& order) {
  const Descriptor dps_end = watch_end(getppid());
  const Descriptor requests = watch_signals({SIGTERM});
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const std::string folder = new_pvm_folder();
  set_private_names(folder);
  const int status = run_own_pvm({folder, order, dps_end, requests});
  end_descendants();
  remove_pvm_folder(folder);
  return status;
}

}  // namespace dps::simulator
