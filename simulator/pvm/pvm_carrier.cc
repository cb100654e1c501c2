#include "simulator/pvm/pvm_carrier.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <pvm3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "simulator/agent/agent.h"
#include "simulator/agent/agent_process.h"
#include "simulator/pvm/pvm_folder.h"
#include "simulator/pvm/pvm_login.h"
#include "simulator/pvm/pvm_wire.h"
#include "transport/control/stream_io.h"
#include "transport/pvm/enrolment.h"

namespace dps::simulator {
namespace {

constexpr std::size_t kReadAtOnce = 16 << 10;
constexpr int kAnyone = -1;
constexpr int kAnything = -1;
/// The time for the carrier to forward the last words of an agent.
constexpr useconds_t kLastWordsUs = 300'000;

// The variables that signal handlers read.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
volatile pid_t agent_of_carrier = 0;
volatile pid_t daemon_of_carrier = 0;  ///< 0: the daemon is the user's, and must not be killed
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

/// Kills the daemon of the virtual machine of dps, which can no longer be halted.
void end_daemon() {
  if (daemon_of_carrier > 0 && getppid() == daemon_of_carrier) {
    kill(daemon_of_carrier, SIGKILL);
  }
}

/// Called when the agent has ended. If its lease has expired, the host may be cut off, and a send
/// of libpvm would block for hours: then the daemon is killed soon, so that libpvm returns.
void on_child(int /*signal*/) {
  const int saved = errno;
  siginfo_t end{};
  if (waitid(P_PID, static_cast<id_t>(agent_of_carrier), &end, WEXITED | WNOHANG | WNOWAIT) == 0 &&
      end.si_pid != 0 && end.si_code == CLD_EXITED && end.si_status == kLeaseExpired) {
    ualarm(kLastWordsUs, 0);
  }
  errno = saved;
}

void on_alarm(int /*signal*/) {
  end_daemon();
}

/// The agent as a child with three pipes, and the streams in both directions.
class Carrier {
 public:
  explicit Carrier(std::string folder) : folder_(std::move(folder)) {}

  bool start_agent();
  int carry();

 private:
  bool meet_bridge();
  void round();
  void take_messages();
  void take(int buffer);
  bool pass_up(Descriptor& from, PvmWire tag);
  void pass_down(std::span<const std::byte> bytes);
  void send(PvmWire tag, std::span<std::byte> bytes) const;
  void lose_bridge();

  std::string folder_;
  pid_t agent_ = -1;
  Descriptor down_, up_, errors_;
  int bridge_ = 0;
  bool has_bridge_ = true;
  bool shares_host_ = false;  ///< this host is also the bridge's
  std::array<std::byte, kReadAtOnce> buffer_{};
};

bool Carrier::start_agent() {
  auto down = make_pipe();
  auto up = make_pipe();
  auto errors = make_pipe();
  if (!down || !up || !errors) {
    return false;
  }
  signal(SIGCHLD, on_child);
  signal(SIGALRM, on_alarm);
  agent_ = fork();
  agent_of_carrier = agent_;
  if (agent_ == 0) {
    signal(SIGCHLD, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    setpgid(0, 0);  // so that it survives a kill of this process and its group, and ends properly
    dup2(down->read.get(), STDIN_FILENO);
    dup2(up->write.get(), STDOUT_FILENO);
    dup2(errors->write.get(), STDERR_FILENO);
    for (auto* pipe : {&down, &up, &errors}) {
      (*pipe)->read.close();
      (*pipe)->write.close();
    }
    forget_pvm_logins();
    unsetenv("PVMEPID");  // simulators enrol as new tasks, not as the task that the daemon spawned
    setenv("PVM_TMP", folder_.c_str(), 1);
    if (const auto created = create_pvm_folder(folder_); !created) {
      std::fprintf(stderr, "dps-simulator-pvm: %s\n", created.error().message.c_str());
      _exit(1);
    }
    _exit(run_agent([this] { remove_pvm_folder(folder_); }));  // the carrier may have been killed
  }
  down_ = std::move(down->write);
  up_ = std::move(up->read);
  errors_ = std::move(errors->read);
  return agent_ > 0;
}

bool Carrier::meet_bridge() {
  const auto tid = transport::enrol();
  if (!tid) {
    std::fprintf(stderr, "dps-simulator-pvm: %s\n", tid.error().message.c_str());
    return false;
  }
  bridge_ = pvm_parent();
  if (pvm_tidtohost(*tid) == pvm_tidtohost(bridge_)) {  // dps is stopped, and ends the daemon later
    shares_host_ = true;
    signal(SIGCHLD, SIG_DFL);
  }
  pvm_setopt(PvmRoute, PvmRouteDirect);  // its end is noticed even without daemons
  pvm_notify(PvmTaskExit, static_cast<int>(PvmWire::kTaskGone), 1, &bridge_);
  send(PvmWire::kWords, {});
  pvm_notify(PvmRouteDelete, static_cast<int>(PvmWire::kRouteGone), 1, &bridge_);
  transport::close_pvm_sockets_on_exec();
  return bridge_ > 0;
}

int Carrier::carry() {
  if (!meet_bridge()) {
    lose_bridge();
  }
  while (up_.is_open()) {
    round();
  }
  int status = 0;
  waitpid(agent_, &status, 0);
  send(PvmWire::kUpEnd, {});
  const bool is_cut_off =
      WIFEXITED(status) && WEXITSTATUS(status) == kLeaseExpired && !shares_host_;
  if (has_bridge_ && !is_cut_off) {
    pvm_exit();
  } else {
    end_daemon();
  }
  remove_pvm_folder(folder_);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// Waits for the next message, or for bytes of a stream, and forwards them.
void Carrier::round() {
  if (has_bridge_) {
    take_messages();
  }
  std::vector<pollfd> watched{{up_.get(), POLLIN, 0}, {errors_.get(), POLLIN, 0}};
  if (has_bridge_) {
    for (const int fd : transport::pvm_descriptors()) {
      watched.push_back({fd, POLLIN, 0});
    }
  }
  if (poll(watched.data(), watched.size(), -1) <= 0) {
    return;
  }
  if (watched[1].revents != 0 && !pass_up(errors_, PvmWire::kWords)) {
    errors_.close();
  }
  if (watched[0].revents != 0 && !pass_up(up_, PvmWire::kUp)) {
    up_.close();
  }
}

void Carrier::take_messages() {
  int buffer = 0;
  while (has_bridge_ && (buffer = pvm_nrecv(kAnyone, kAnything)) > 0) {
    take(buffer);
  }
  if (buffer < 0) {  // the daemon of this host has ended
    lose_bridge();
  }
}

void Carrier::take(int buffer) {
  int bytes = 0;
  int tag = 0;
  int from = 0;
  pvm_bufinfo(buffer, &bytes, &tag, &from);
  const auto wire = static_cast<PvmWire>(tag);
  if (from == bridge_ && wire == PvmWire::kDown) {
    std::vector<std::byte> body(static_cast<std::size_t>(bytes));
    pvm_upkbyte(reinterpret_cast<char*>(body.data()), bytes, 1);
    pass_down(body);
    control::wipe(body);
  } else if (from == bridge_ && wire == PvmWire::kDownEnd) {
    down_.close();
  } else if (from == bridge_ && wire == PvmWire::kWatched) {
    mark_pvm_folder_in_use();  // from now on the login is not needed
  } else if (wire == PvmWire::kTaskGone || wire == PvmWire::kRouteGone) {
    lose_bridge();
  }
}

/// Forwards bytes from the agent. Returns false at the end of the stream.
bool Carrier::pass_up(Descriptor& from, PvmWire tag) {
  const auto [outcome, bytes] = control::read_once(from.get(), buffer_);
  if (outcome == control::Transfer::kSome) {
    send(tag, bytes);
  }
  return outcome != control::Transfer::kEnd;
}

/// Forwards bytes to the agent. Blocks only briefly, since the agent always reads.
void Carrier::pass_down(std::span<const std::byte> bytes) {
  if (down_.is_open() && !control::write_all(down_.get(), bytes)) {
    down_.close();
  }
}

void Carrier::send(PvmWire tag, std::span<std::byte> bytes) const {
  if (has_bridge_) {
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte(reinterpret_cast<char*>(bytes.data()), static_cast<int>(bytes.size()), 1);
    pvm_send(bridge_, static_cast<int>(tag));
  }
}

/// Closes the agent's input. At its end the agent ends all processes.
void Carrier::lose_bridge() {
  has_bridge_ = false;
  down_.close();
}

}  // namespace

int run_carrier(bool own) {
  umask(S_IRWXG | S_IRWXO);
  signal(SIGPIPE, SIG_IGN);
  daemon_of_carrier = own ? getppid() : 0;
  Carrier carrier(new_pvm_folder());
  if (!carrier.start_agent()) {
    std::perror("dps-simulator-pvm: cannot start the agent");
    return 1;
  }
  return carrier.carry();
}

}  // namespace dps::simulator
