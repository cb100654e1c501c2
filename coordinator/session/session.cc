#include "coordinator/session/session.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>

#include "base/units.h"
#include "blueprint/flows.h"
#include "coordinator/agents/agent_links.h"
#include "coordinator/agents/agent_startup.h"
#include "coordinator/agents/failure.h"
#include "coordinator/agents/host_survey.h"
#include "coordinator/session/address.h"
#include "coordinator/session/limits.h"
#include "coordinator/session/process_guards.h"
#include "coordinator/session/session_states.h"

namespace dps::coordinator {
namespace {

using boost::system::error_code;
using Clock = std::chrono::steady_clock;

/// After SIGKILL a child is gone as soon as the kernel comes to it.
constexpr std::chrono::seconds kAfterKill{1};

bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// A pipe or socket whose reader has gone away.
bool is_broken(int descriptor) {
  pollfd watched{descriptor, 0, 0};
  return descriptor >= 0 && poll(&watched, 1, 0) == 1 && (watched.revents & POLLERR) != 0;
}

}  // namespace

/// Links, timers and signals around the Muster and the SessionStates.
class Session::Shell : public Outbox, public AgentEvents {
 public:
  Shell(const blueprint::Program& program, const Placement& placement,
        const SessionOptions& options, Launcher& launcher, ProgressListener& listener)
      : program_(program),
        placement_(placement),
        options_(options),
        launcher_(launcher),
        listener_(listener) {
    if (!launcher.shares_clock()) {
      options_.deadlines.hello = options_.deadlines.hello_from_afar;
    }
  }

  SessionResult run();

  void send(std::uint32_t host, const control::Frame& frame, std::uint32_t process,
            std::uint32_t run) override;
  [[nodiscard]] std::string words_of(std::uint32_t host) const override;

  void on_frame(std::uint32_t host, const control::ReceivedFrame& frame) override;
  void on_lost(std::uint32_t host, const Error& why) override;
  void on_exit(std::uint32_t host) override;

 private:
  // Who is there, and who runs where.
  void gather();
  void start_due();
  void end_muster();
  [[nodiscard]] std::optional<Failure> assign();
  void dismiss_idle();
  void dismiss_all();

  // The run.
  [[nodiscard]] std::optional<Failure> exceeds_limits() const;
  void begin();
  void start_agent(std::uint32_t host);
  void start_agents();

  // Events and the end.
  void await_signals();
  void stop(const Failure& why);
  void fail(Failure why);
  void proceed();
  void await_tick();
  void tick();
  void leave();
  [[nodiscard]] bool is_lost(std::uint32_t host) const;
  void await_exits(std::chrono::milliseconds patience, bool kill_then);
  SessionResult take_result();

  const blueprint::Program& program_;
  Placement placement_;
  SessionOptions options_;
  Launcher& launcher_;
  ProgressListener& listener_;
  const blueprint::FlowTable* flows_ = nullptr;  // lives as long as run() is at work

  boost::asio::io_context io_{1};
  boost::asio::signal_set signals_{io_};
  boost::asio::steady_timer tick_{io_};
  boost::asio::steady_timer patience_{io_};
  TimePoint started_{};
  std::optional<Muster> muster_;  // while it is not known who runs where
  std::vector<std::optional<control::HelloFrame>> hellos_;
  std::optional<SessionStates> states_;
  std::optional<Failure> failure_;  // before there were states
  std::vector<std::string> notes_;
  AgentLinks links_;
  bool was_interrupted_ = false;
  bool is_leaving_ = false;
  bool is_changing_ = false;  // of agents: those of the muster are to exit first
};

SessionResult Session::Shell::run() {
  const blueprint::Reach reach(program_);
  const blueprint::Flows all_flows(program_, reach);
  const blueprint::FlowTable flows(program_, all_flows);
  flows_ = &flows;
  const PipesMayBreak ignore_sigpipe;
  const NoCoreDump no_core_dump;
  await_signals();
  started_ = Clock::now();
  if (const auto excess = exceeds_message_limit(program_, options_)) {
    fail(refusal(ExitStatus::kInputWrong, *excess));
  } else if (placement_.host_of.size() == program_.process_count()) {
    begin();
  } else {
    gather();
  }
  proceed();
  io_.run();
  SessionResult result = take_result();
  states_.reset();
  links_.clear();  // what a second signal has left open
  return result;
}

// --- who is there, and who runs where ------------------------------------------------------------

/// With a launcher that must know beforehand, only the terrain's questions are asked for now.
void Session::Shell::gather() {
  if (launcher_.needs_placement() && !needs_facts(program_, placement_.hosts)) {
    if (auto refused = assign()) {
      fail(*std::move(refused));
    } else {
      hellos_.clear();  // nobody has been asked
      begin();
    }
    return;
  }
  if (auto prepared = launcher_.prepare(placement_); !prepared) {
    fail(refusal(ExitStatus::kFailed, prepared.error().message));
    return;
  }
  links_.resize(placement_.hosts.size());
  muster_.emplace(placement_.hosts, launcher_, options_.deadlines, *this);
  muster_->start(started_);
  listener_.on_progress({});
}

void Session::Shell::start_due() {
  for (const std::uint32_t host : muster_->take_starts(Clock::now())) {
    start_agent(host);
  }
}

void Session::Shell::end_muster() {
  hellos_ = muster_->hellos();
  if (!muster_->causes().empty()) {
    fail(muster_->causes().failure(program_, placement_, muster_->elapsed()));
    return;
  }
  muster_.reset();
  for (std::uint32_t host = 0; host < hellos_.size(); ++host) {
    learn(placement_.hosts[host], *hellos_[host]);
  }
  if (auto refused = assign()) {
    fail(*std::move(refused));
  } else if (launcher_.needs_placement()) {
    dismiss_all();
  } else {
    begin();
  }
}

/// Matches the terrain; those who then have nothing to do are dismissed.
std::optional<Failure> Session::Shell::assign() {
  auto placed = place(program_, placement_.hosts);
  if (!placed) {
    return failure_of(placed.error());
  }
  placement_ = *std::move(placed);
  dismiss_idle();
  for (const std::string& warning : crowding(placement_)) {
    listener_.on_line("warning: " + warning);
    notes_.push_back(warning);
  }
  return std::nullopt;
}

/// Hosts without a process leave the placement, and everything that is kept by host.
void Session::Shell::dismiss_idle() {
  links_.resize(placement_.hosts.size());
  hellos_.resize(placement_.hosts.size());
  const std::vector<std::uint32_t> kept = drop_idle_hosts(placement_);
  links_.keep_only(kept);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    std::swap(hellos_[i], hellos_[kept[i]]);
  }
  hellos_.resize(kept.size());
}

/// The agents that told of their hosts make room for those that will play.
void Session::Shell::dismiss_all() {
  links_.dismiss_all();
  hellos_.clear();
  is_changing_ = true;
  await_exits(options_.deadlines.exit, true);
}

// --- the run -------------------------------------------------------------------------------------

std::optional<Failure> Session::Shell::exceeds_limits() const {
  const std::vector<Needs> needs = needs_of(program_, placement_, *flows_);
  if (const auto excess = coordinator::exceeds_limits(program_, needs, placement_)) {
    return refusal(ExitStatus::kInputWrong, *excess);
  }
  rlimit files{};
  const bool is_here = launcher_.shares_clock();
  if (!is_here || getrlimit(RLIMIT_NOFILE, &files) != 0) {
    return std::nullopt;  // elsewhere the agents know
  }
  for (const Needs& host : needs) {
    if (const auto excess = exceeds_open_files(host, files.rlim_max)) {
      return refusal(ExitStatus::kFailed, *excess);
    }
  }
  return std::nullopt;
}

void Session::Shell::begin() {
  if (auto unknown = find_addresses(placement_)) {
    fail(*std::move(unknown));
    return;
  }
  if (auto excess = exceeds_limits()) {
    fail(*std::move(excess));
    return;
  }
  states_.emplace(SessionScene{program_, placement_, options_, *flows_, launcher_.shares_clock()},
                  *this, listener_);
  states_->start(hellos_.empty() ? Clock::now() : started_);
  if (hellos_.empty()) {
    start_agents();
    return;
  }
  for (std::uint32_t host = 0; host < hellos_.size(); ++host) {
    control::ReceivedFrame received;
    received.header.kind = control::FrameKind::kHello;
    received.frame = *hellos_[host];
    states_->on_frame(host, received, Clock::now());
  }
}

void Session::Shell::start_agents() {
  links_.resize(placement_.hosts.size());
  if (auto prepared = launcher_.prepare(placement_); !prepared) {
    states_->on_request(refusal(ExitStatus::kFailed, prepared.error().message), Clock::now());
    return;
  }
  for (std::uint32_t host = 0; host < links_.hosts(); ++host) {
    start_agent(host);
  }
}

void Session::Shell::start_agent(std::uint32_t host) {
  auto agent = launcher_.start(placement_.hosts[host]);
  if (agent) {
    links_.set(host, std::make_unique<AgentLink>(io_, host, *std::move(agent), *this));
  } else if (muster_) {
    muster_->on_lost(host, agent.error(), Clock::now());
  } else {
    states_->on_lost(host, agent.error(), Clock::now());
  }
}

// --- events --------------------------------------------------------------------------------------

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
    stop(stopped_by(signal));
    proceed();
  });
}

/// Somebody wants it to end.
void Session::Shell::stop(const Failure& why) {
  if (states_) {
    states_->on_request(why, Clock::now());
  } else if (!failure_) {
    Failure failure = why;
    failure.reason +=
        fmt::format(", {} after the launch", format_time(Seconds(Clock::now() - started_)));
    fail(std::move(failure));
  }
}

/// There are no states that could tell.
void Session::Shell::fail(Failure why) {
  failure_ = std::move(why);
}

/// After everything that the muster or the states were told.
void Session::Shell::proceed() {
  if (muster_ && !failure_) {
    start_due();
    if (muster_->is_over()) {
      end_muster();
    }
  }
  if (is_leaving_) {
    return;
  }
  if (failure_ || (states_ && states_->is_over())) {
    leave();
  } else {
    await_tick();
  }
}

void Session::Shell::await_tick() {
  const auto next = states_   ? states_->next_tick()
                    : muster_ ? muster_->next_tick()
                              : std::optional<TimePoint>();
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
      tick();
      proceed();
    }
  });
}

void Session::Shell::tick() {
  if (is_broken(options_.answer_descriptor)) {
    stop(refusal(ExitStatus::kIncomplete, "nobody reads standard output any more"));
  } else if (states_) {
    states_->on_tick(Clock::now());
  } else if (muster_) {
    muster_->on_tick(Clock::now());
  }
}

void Session::Shell::send(std::uint32_t host, const control::Frame& frame, std::uint32_t process,
                          std::uint32_t run) {
  links_.send(host, frame, process, run);
}

std::string Session::Shell::words_of(std::uint32_t host) const {
  return links_.words_of(host);
}

void Session::Shell::on_frame(std::uint32_t host, const control::ReceivedFrame& frame) {
  if (muster_) {
    muster_->on_frame(host, frame, Clock::now());
  } else if (states_) {
    const auto* hello = std::get_if<control::HelloFrame>(&frame.frame);
    if (hello != nullptr && !launcher_.shares_clock()) {
      learn(placement_.hosts[host], *hello);
    }
    states_->on_frame(host, frame, Clock::now());
  }
  proceed();
}

void Session::Shell::on_lost(std::uint32_t host, const Error& why) {
  if (muster_) {
    muster_->on_lost(host, why, Clock::now());
  } else if (states_) {
    const LaunchVerdict verdict = launcher_.judge(placement_.hosts[host], why.message);
    states_->on_lost(host, why, Clock::now(), verdict.next_step);
  }
  proceed();
}

void Session::Shell::on_exit(std::uint32_t /*host*/) {
  if (is_leaving_ && links_.all_exited()) {
    io_.stop();
  } else if (is_changing_ && links_.all_exited()) {
    is_changing_ = false;
    patience_.cancel();
    begin();
    proceed();
  }
}

// --- the end -------------------------------------------------------------------------------------

/// BYE, and the end of the agents' input; then their exits are waited for.
void Session::Shell::leave() {
  is_leaving_ = true;
  tick_.cancel();
  for (std::uint32_t host = 0; host < links_.hosts(); ++host) {
    if (AgentLink* const link = links_.find(host)) {
      link->send(control::encode(control::ByeFrame{}));
      link->finish();
      link->signal_group(SIGCONT);  // one that somebody has stopped ends too
      if (is_lost(host) && link->leads_away()) {
        link->signal_group(SIGTERM);  // nobody is there to say good-bye to
      }
    }
  }
  await_exits(options_.deadlines.exit, true);
  if (links_.all_exited()) {
    io_.stop();
  }
}

bool Session::Shell::is_lost(std::uint32_t host) const {
  return states_ ? states_->is_lost(host) : muster_ && !muster_->has_agent(host);
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
    links_.signal_all(SIGKILL);
    await_exits(kAfterKill, false);
  });
}

SessionResult Session::Shell::take_result() {
  SessionResult result;
  if (states_) {
    result = states_->take_result();
  } else {
    result.failure = failure_.value_or(refusal(ExitStatus::kFailed, "the session ended early"));
    hellos_.resize(placement_.hosts.size());
    for (auto& hello : hellos_) {
      result.hosts.push_back({std::move(hello), 0, 0});
    }
  }
  result.notes.insert(result.notes.end(), notes_.begin(), notes_.end());
  result.placement = std::move(placement_);
  return result;
}

Session::Session(const blueprint::Program& program, const Placement& placement,
                 const SessionOptions& options, Launcher& launcher, ProgressListener& listener)
    : shell_(std::make_unique<Shell>(program, placement, options, launcher, listener)) {}

Session::~Session() = default;

SessionResult Session::run() {
  return shell_->run();
}

}  // namespace dps::coordinator
