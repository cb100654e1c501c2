#include "coordinator/session.h"

#include <chrono>
#include <csignal>
#include <optional>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "blueprint/flows.h"
#include "coordinator/agent_link.h"
#include "coordinator/limits.h"
#include "coordinator/session_states.h"

namespace dps::coordinator {
namespace {

using boost::system::error_code;
using Clock = std::chrono::steady_clock;

/// After SIGKILL a child is gone as soon as the kernel comes to it.
constexpr std::chrono::seconds kAfterKill{1};

/// Ignores SIGPIPE while it lives: an agent that goes away is an end of file.
class PipesMayBreak {
 public:
  PipesMayBreak() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  PipesMayBreak(const PipesMayBreak&) = delete;
  PipesMayBreak& operator=(const PipesMayBreak&) = delete;
  ~PipesMayBreak() { std::signal(SIGPIPE, before_ == SIG_ERR ? SIG_DFL : before_); }

 private:
  void (*before_)(int);
};

/// No core dump while it lives: we hold the secret of the run (docs/reliability.md, S7).
class NoCoreDump {
 public:
  NoCoreDump() : before_(prctl(PR_GET_DUMPABLE)) { prctl(PR_SET_DUMPABLE, 0); }
  NoCoreDump(const NoCoreDump&) = delete;
  NoCoreDump& operator=(const NoCoreDump&) = delete;
  ~NoCoreDump() {
    if (before_ == 1) {
      prctl(PR_SET_DUMPABLE, 1);
    }
  }

 private:
  int before_;
};

bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

SessionResult refused(const Placement& placement, ExitStatus status, const std::string& why) {
  SessionResult result;
  result.failure = Failure{status, why, {}, {}};
  result.hosts.resize(placement.hosts.size());
  return result;
}

}  // namespace

/// Links, timers and signals around the SessionStates.
class Session::Shell : public Outbox, public AgentEvents {
 public:
  Shell(const blueprint::Program& program, const Placement& placement,
        const SessionOptions& options, Launcher& launcher, ProgressListener& listener)
      : program_(program),
        placement_(placement),
        options_(options),
        launcher_(launcher),
        listener_(listener) {}

  SessionResult run();

  void send(std::uint32_t host, const control::Frame& frame, std::uint32_t process,
            std::uint32_t run) override;
  [[nodiscard]] std::string words_of(std::uint32_t host) const override;

  void on_frame(std::uint32_t host, const control::ReceivedFrame& frame) override;
  void on_lost(std::uint32_t host, const Error& why) override;
  void on_exit(std::uint32_t host) override;

 private:
  std::optional<SessionResult> check_limits(const blueprint::FlowTable& flows) const;
  void start_agents();
  void await_signals();
  void proceed();
  void await_tick();
  void leave();
  void await_exits(std::chrono::milliseconds patience, bool kill_then);
  void stop_if_all_exited();

  const blueprint::Program& program_;
  const Placement& placement_;
  const SessionOptions& options_;
  Launcher& launcher_;
  ProgressListener& listener_;

  boost::asio::io_context io_{1};
  boost::asio::signal_set signals_{io_};
  boost::asio::steady_timer tick_{io_};
  boost::asio::steady_timer patience_{io_};
  std::optional<SessionStates> states_;
  std::vector<std::unique_ptr<AgentLink>> links_;  // by host; empty: could not be started
  bool was_interrupted_ = false;
  bool is_leaving_ = false;
};

SessionResult Session::Shell::run() {
  const blueprint::Reach reach(program_);
  const blueprint::Flows all_flows(program_, reach);
  const blueprint::FlowTable flows(program_, all_flows);
  if (auto too_much = check_limits(flows)) {
    return *std::move(too_much);
  }
  const PipesMayBreak ignore_sigpipe;
  const NoCoreDump no_core_dump;
  states_.emplace(SessionScene{program_, placement_, options_, flows, launcher_.shares_clock()},
                  *this, listener_);
  await_signals();
  states_->start(Clock::now());
  start_agents();
  proceed();
  io_.run();
  SessionResult result = states_->take_result();
  links_.clear();  // closes what a second signal has left open: agents then end by themselves
  return result;
}

std::optional<SessionResult> Session::Shell::check_limits(const blueprint::FlowTable& flows) const {
  if (const auto excess = exceeds_message_limit(program_, options_)) {
    return refused(placement_, ExitStatus::kInputWrong, *excess);
  }
  const std::vector<Needs> needs = needs_of(program_, placement_, flows);
  if (const auto excess = exceeds_limits(program_, needs, placement_)) {
    return refused(placement_, ExitStatus::kInputWrong, *excess);
  }
  rlimit files{};
  const bool is_here = launcher_.shares_clock();
  if (!is_here || getrlimit(RLIMIT_NOFILE, &files) != 0) {
    return std::nullopt;
  }
  for (const Needs& host : needs) {
    if (const auto excess = exceeds_open_files(host, files.rlim_max)) {
      return refused(placement_, ExitStatus::kFailed, *excess);
    }
  }
  return std::nullopt;
}

void Session::Shell::start_agents() {
  links_.resize(placement_.hosts.size());
  for (std::uint32_t host = 0; host < links_.size(); ++host) {
    auto agent = launcher_.start(placement_.hosts[host]);
    if (agent) {
      links_[host] = std::make_unique<AgentLink>(io_, host, *std::move(agent), *this);
    } else {
      states_->on_lost(host, agent.error(), Clock::now());
    }
  }
}

void Session::Shell::await_signals() {
  error_code ignored;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) {  // nohup means it
      signals_.add(signal, ignored);
    }
  }
  signals_.async_wait([this](const error_code& error, int signal) {
    if (error) {
      return;
    }
    if (was_interrupted_) {
      io_.stop();
      return;
    }
    was_interrupted_ = true;
    await_signals();
    states_->on_signal(signal, Clock::now());
    proceed();
  });
}

/// After everything that the states were told.
void Session::Shell::proceed() {
  if (!states_->is_over()) {
    await_tick();
  } else if (!is_leaving_) {
    leave();
  }
}

void Session::Shell::await_tick() {
  const auto next = states_->next_tick();
  if (!next) {
    tick_.cancel();
    return;
  }
  if (tick_.expiry() == *next) {
    return;
  }
  tick_.expires_at(*next);
  tick_.async_wait([this](const error_code& error) {
    if (!error) {
      states_->on_tick(Clock::now());
      proceed();
    }
  });
}

/// BYE, and the end of the agents' input; then their exits are waited for.
void Session::Shell::leave() {
  is_leaving_ = true;
  tick_.cancel();
  for (const auto& link : links_) {
    if (link) {
      link->send(control::encode(control::ByeFrame{}));
      link->finish();
      link->signal_group(SIGCONT);  // one that somebody has stopped ends too
    }
  }
  await_exits(options_.deadlines.exit, true);
  stop_if_all_exited();
}

void Session::Shell::await_exits(std::chrono::milliseconds patience, bool kill_then) {
  patience_.expires_after(patience);
  patience_.async_wait([this, kill_then](const error_code& error) {
    if (error) {
      return;
    }
    if (!kill_then) {
      io_.stop();
      return;
    }
    for (const auto& link : links_) {
      if (link) {
        link->signal_group(SIGKILL);
      }
    }
    await_exits(kAfterKill, false);
  });
}

void Session::Shell::stop_if_all_exited() {
  for (const auto& link : links_) {
    if (link && !link->has_exited()) {
      return;
    }
  }
  io_.stop();
}

void Session::Shell::send(std::uint32_t host, const control::Frame& frame, std::uint32_t process,
                          std::uint32_t run) {
  if (links_[host]) {
    links_[host]->send(control::encode(frame, process, run));
  }
}

std::string Session::Shell::words_of(std::uint32_t host) const {
  return links_[host] ? links_[host]->words() : std::string();
}

void Session::Shell::on_frame(std::uint32_t host, const control::ReceivedFrame& frame) {
  states_->on_frame(host, frame, Clock::now());
  proceed();
}

void Session::Shell::on_lost(std::uint32_t host, const Error& why) {
  states_->on_lost(host, why, Clock::now());
  proceed();
}

void Session::Shell::on_exit(std::uint32_t /*host*/) {
  if (is_leaving_) {
    stop_if_all_exited();
  }
}

Session::Session(const blueprint::Program& program, const Placement& placement,
                 const SessionOptions& options, Launcher& launcher, ProgressListener& listener)
    : shell_(std::make_unique<Shell>(program, placement, options, launcher, listener)) {}

Session::~Session() = default;

SessionResult Session::run() {
  return shell_->run();
}

}  // namespace dps::coordinator
