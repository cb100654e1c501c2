#include "coordinator/session.h"

#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>
#include <poll.h>

#include "base/units.h"
#include "blueprint/flows.h"
#include "blueprint/reach.h"
#include "coordinator/agents/agent_links.h"
#include "coordinator/agents/agent_startup.h"
#include "coordinator/agents/failure.h"
#include "coordinator/agents/host_survey.h"
#include "coordinator/agents/pause_refusal.h"
#include "coordinator/session/address.h"
#include "coordinator/session/limits.h"
#include "coordinator/session/phases/session_states.h"
#include "coordinator/stop_signals.h"

namespace dps::coordinator {
namespace {

using boost::system::error_code;
using Clock = std::chrono::steady_clock;

/// The time from SIGKILL until a child can be reaped, since the kernel may be busy.
constexpr std::chrono::seconds kAfterKill{1};

/// Returns true for a pipe or socket whose reader has closed it.
bool has_lost_reader(int descriptor) {
  pollfd watched{descriptor, 0, 0};
  return descriptor >= 0 && poll(&watched, 1, 0) == 1 && (watched.revents & POLLERR) != 0;
}

}  // namespace

/// Connects the state machines of a session with links, timers and signals.
class Session::Shell : public Outbox, public AgentEvents {
 public:
  Shell(const blueprint::Program& program, const Placement& placement,
        const SessionOptions& options, Launcher& launcher, ProgressListener& listener)
      : program_(program),
        placement_(placement),
        options_(options),
        launcher_(launcher),
        listener_(listener),
        all_flows_(program, blueprint::Reach(program)),
        flows_(program, all_flows_) {
    if (!launcher.shares_clock()) {
      options_.deadlines.hello = options_.deadlines.hello_from_afar;
    }
  }

  SessionResult run();

  void send(std::uint32_t host, const control::Frame& frame, std::uint32_t process,
            std::uint32_t run) override {
    links_.send(host, frame, process, run);
  }
  [[nodiscard]] std::string words_of(std::uint32_t host) const override {
    return links_.words_of(host);
  }

  void on_frame(std::uint32_t host, const control::ReceivedFrame& frame) override;
  void on_lost(std::uint32_t host, const Error& why) override;
  void on_exit(std::uint32_t host) override;

 private:
  // The stages of a session in their order. All except SessionStates may be skipped.
  struct Unstarted {};
  // AgentStartup: agents are started on all hosts to get the facts that the terrain requires.
  /// The first agents end, since the launcher has to start agents with the final placement.
  struct Replacing {};
  // SessionStates: the agents of the final placement run the program.
  /// All agents are ending.
  struct Leaving {
    SessionResult result;
  };
  using Stage = std::variant<Unstarted, AgentStartup, Replacing, SessionStates, Leaving>;

  template <typename Kind>
  [[nodiscard]] Kind* in() {
    return std::get_if<Kind>(&stage_);
  }

  void gather();
  void start_due_agents();
  void end_startup();
  [[nodiscard]] std::optional<Failure> assign();
  void dismiss_idle_hosts();
  void replace_agents();

  void begin();
  void start_agents();
  void start_agent(std::uint32_t host);

  void stop(const Failure& why);
  void proceed();
  void await_tick();
  [[nodiscard]] std::optional<TimePoint> next_tick();
  void tick();

  void fail(Failure why);
  void leave(SessionResult result, const std::vector<bool>& is_lost);
  void await_exits(std::chrono::milliseconds timeout, bool kill_then);
  SessionResult take_result();

  const blueprint::Program& program_;
  Placement placement_;
  SessionOptions options_;
  Launcher& launcher_;
  ProgressListener& listener_;
  const blueprint::Flows all_flows_;
  const blueprint::FlowTable flows_;

  boost::asio::io_context io_{1};
  boost::asio::steady_timer tick_{io_};
  boost::asio::steady_timer exit_timer_{io_};
  TimePoint started_{};
  std::vector<std::optional<control::HelloFrame>> hellos_;  // by host; empty: not gathered
  std::vector<std::string> notes_;
  Stage stage_;
  AgentLinks links_;
};

SessionResult Session::Shell::run() {
  const IgnoreSigpipe ignore_sigpipe;
  const NoCoreDump no_core_dump;
  StopSignals signals(
      io_,
      [this](int signal) {
        stop(stopped_by(signal));
        proceed();
      },
      [this] { io_.stop(); });
  const PauseRefusal no_pause(io_, [this](const std::string& line) { listener_.on_answer(line); });
  started_ = Clock::now();
  if (const auto excess = exceeds_message_limit(program_, options_)) {
    fail(refusal(ExitStatus::kInputWrong, *excess));
  } else if (placement_.ignores_terrain) {
    begin();
  } else {
    gather();
  }
  proceed();
  io_.run();
  SessionResult result = take_result();
  stage_ = Unstarted{};
  links_.clear();
  return result;
}

// --- startup and placement -----------------------------------------------------------------------

/// A launcher that needs the placement before it starts agents starts them once if the terrain can
/// be matched without facts from the agents, else twice.
void Session::Shell::gather() {
  const bool can_assign =
      placement_.is_complete(program_) || !needs_facts(program_, placement_.hosts);
  if (launcher_.needs_placement() && can_assign) {
    if (auto refused = assign()) {
      fail(*std::move(refused));
    } else {
      begin();
    }
    return;
  }
  if (auto prepared = launcher_.prepare(placement_); !prepared) {
    fail(refusal(ExitStatus::kFailed, prepared.error().message));
    return;
  }
  links_.resize(placement_.hosts.size());
  stage_.emplace<AgentStartup>(placement_.hosts, launcher_, options_.deadlines, *this)
      .start(started_);
  listener_.on_progress({});
}

void Session::Shell::start_due_agents() {
  for (const std::uint32_t host : in<AgentStartup>()->take_due(Clock::now())) {
    start_agent(host);
  }
}

void Session::Shell::end_startup() {
  const AgentStartup& startup = *in<AgentStartup>();
  hellos_ = startup.hellos();
  if (!startup.causes().empty()) {
    fail(startup.causes().failure(program_, placement_, ""));
    return;
  }
  for (std::uint32_t host = 0; host < hellos_.size(); ++host) {
    fill_in(placement_.hosts[host], *hellos_[host]);
  }
  if (auto refused = assign()) {
    fail(*std::move(refused));
  } else if (launcher_.needs_placement()) {
    replace_agents();
  } else {
    begin();
  }
}

/// Matches the terrain, unless that has been done, and removes the hosts without processes.
std::optional<Failure> Session::Shell::assign() {
  if (!placement_.is_complete(program_)) {
    auto placed = place(program_, placement_.hosts);
    if (!placed) {
      return failure_of(placed.error());
    }
    placement_ = *std::move(placed);
    dismiss_idle_hosts();
  }
  for (const std::string& warning : oversubscription(placement_)) {
    listener_.on_line("warning: " + warning);
    notes_.push_back(warning);
  }
  return std::nullopt;
}

void Session::Shell::dismiss_idle_hosts() {
  const bool has_gathered = !hellos_.empty();
  links_.resize(placement_.hosts.size());
  const std::vector<std::uint32_t> kept = drop_idle_hosts(placement_);
  links_.keep_only(kept);
  for (std::size_t i = 0; i < kept.size() && has_gathered; ++i) {
    std::swap(hellos_[i], hellos_[kept[i]]);
  }
  hellos_.resize(has_gathered ? kept.size() : 0);
}

void Session::Shell::replace_agents() {
  stage_ = Replacing{};
  links_.dismiss_all();
  hellos_.clear();
  await_exits(options_.deadlines.exit, true);
}

// --- the run -------------------------------------------------------------------------------------

/// Agents that were started for the placement have sent HELLO already; it is replayed.
void Session::Shell::begin() {
  if (auto unknown = find_addresses(placement_)) {
    fail(*std::move(unknown));
    return;
  }
  if (auto excess = check_limits(program_, placement_, flows_, launcher_.shares_clock())) {
    fail(*std::move(excess));
    return;
  }
  const SessionInput input{program_,
                           placement_,
                           options_,
                           flows_,
                           launcher_.shares_clock(),
                           launcher_.advice_if_none_answers()};
  auto& states = stage_.emplace<SessionStates>(input, *this, listener_);
  states.start(hellos_.empty() ? Clock::now() : started_);
  if (hellos_.empty()) {
    start_agents();
    return;
  }
  for (std::uint32_t host = 0; host < hellos_.size(); ++host) {
    control::ReceivedFrame received;
    received.header.kind = control::FrameKind::kHello;
    received.frame = *hellos_[host];
    states.on_frame(host, received, Clock::now());
  }
}

void Session::Shell::start_agents() {
  links_.resize(placement_.hosts.size());
  if (auto prepared = launcher_.prepare(placement_); !prepared) {
    stop(refusal(ExitStatus::kFailed, prepared.error().message));
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
  } else if (auto* startup = in<AgentStartup>()) {
    startup->on_lost(host, agent.error(), Clock::now());
  } else if (auto* states = in<SessionStates>()) {
    states->on_lost(host, agent.error(), Clock::now());
  }
}

// --- events --------------------------------------------------------------------------------------

void Session::Shell::on_frame(std::uint32_t host, const control::ReceivedFrame& frame) {
  if (auto* startup = in<AgentStartup>()) {
    startup->on_frame(host, frame, Clock::now());
  } else if (auto* states = in<SessionStates>()) {
    const auto* hello = std::get_if<control::HelloFrame>(&frame.frame);
    if (hello != nullptr && !launcher_.shares_clock()) {
      fill_in(placement_.hosts[host], *hello);
    }
    states->on_frame(host, frame, Clock::now());
  }
  proceed();
}

void Session::Shell::on_lost(std::uint32_t host, const Error& why) {
  if (auto* startup = in<AgentStartup>()) {
    startup->on_lost(host, why, Clock::now());
  } else if (auto* states = in<SessionStates>()) {
    const LaunchVerdict verdict = launcher_.judge(placement_.hosts[host], why.message);
    states->on_lost(host, why, Clock::now(), verdict.next_step);
  }
  proceed();
}

void Session::Shell::on_exit(std::uint32_t /*host*/) {
  if (!links_.all_exited()) {
    return;
  }
  if (in<Leaving>() != nullptr) {
    io_.stop();
  } else if (in<Replacing>() != nullptr) {
    exit_timer_.cancel();
    begin();
    proceed();
  }
}

/// Stops the session for a reason other than a failure of the program or of an agent.
void Session::Shell::stop(const Failure& why) {
  if (auto* states = in<SessionStates>()) {
    states->on_request(why, Clock::now());
  } else if (in<Leaving>() == nullptr) {
    Failure failure = why;
    failure.reason +=
        fmt::format(", {} after the launch", format_time(Seconds(Clock::now() - started_)));
    fail(std::move(failure));
  }
}

/// To be called after every event.
void Session::Shell::proceed() {
  if (auto* startup = in<AgentStartup>()) {
    start_due_agents();
    if (startup->is_over() || startup->has_failed()) {
      end_startup();
    }
  }
  if (auto* states = in<SessionStates>(); states != nullptr && states->is_over()) {
    std::vector<bool> is_lost(links_.hosts());
    for (std::uint32_t host = 0; host < is_lost.size(); ++host) {
      is_lost[host] = states->is_lost(host);
    }
    leave(take_result(), is_lost);
  }
  await_tick();
}

std::optional<TimePoint> Session::Shell::next_tick() {
  if (auto* startup = in<AgentStartup>()) {
    return startup->next_tick();
  }
  auto* states = in<SessionStates>();
  return states != nullptr ? states->next_tick() : std::nullopt;
}

void Session::Shell::await_tick() {
  const auto next = next_tick();
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
  if (has_lost_reader(options_.output_descriptor)) {
    stop(refusal(ExitStatus::kIncomplete, "standard output was closed by its reader"));
  } else if (auto* states = in<SessionStates>()) {
    states->on_tick(Clock::now());
  } else if (auto* startup = in<AgentStartup>()) {
    startup->on_tick(Clock::now());
  }
}

// --- the end -------------------------------------------------------------------------------------

/// Ends a session that has not begun a run.
void Session::Shell::fail(Failure why) {
  SessionResult result;
  result.failure = std::move(why);
  hellos_.resize(placement_.hosts.size());
  for (const auto& hello : hellos_) {
    result.hosts.push_back({hello, {}});
  }
  result.notes = notes_;
  result.placement = placement_;
  std::vector<bool> is_lost(links_.hosts());
  if (const auto* startup = in<AgentStartup>()) {
    for (std::uint32_t host = 0; host < is_lost.size(); ++host) {
      is_lost[host] = !startup->has_agent(host);
    }
  }
  leave(std::move(result), is_lost);
}

/// Sends BYE, closes the input of all agents and waits for their exits. The ssh process of a lost
/// agent gets SIGTERM, since BYE would not arrive.
void Session::Shell::leave(SessionResult result, const std::vector<bool>& is_lost) {
  stage_ = Leaving{std::move(result)};
  for (std::uint32_t host = 0; host < links_.hosts(); ++host) {
    if (AgentLink* const link = links_.find(host)) {
      link->send(control::encode(control::ByeFrame{}));
      link->finish();
      link->signal_group(SIGCONT);  // a stopped agent could not end
      if (is_lost[host] && link->leads_away()) {
        link->signal_group(SIGTERM);
      }
    }
  }
  await_exits(options_.deadlines.exit, true);
  if (links_.all_exited()) {
    io_.stop();
  }
}

void Session::Shell::await_exits(std::chrono::milliseconds timeout, bool kill_then) {
  exit_timer_.expires_after(timeout);
  exit_timer_.async_wait([this, kill_then](const error_code& error) {
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

/// The result in the stage in which the session has ended. A second signal may end it in any stage.
SessionResult Session::Shell::take_result() {
  SessionResult result;
  if (auto* leaving = in<Leaving>()) {
    return std::move(leaving->result);
  }
  if (auto* states = in<SessionStates>()) {
    result = states->take_result();
  } else {
    result.failure = refusal(ExitStatus::kFailed, "the session ended early");
  }
  result.notes.insert(result.notes.end(), notes_.begin(), notes_.end());
  result.placement = placement_;
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
