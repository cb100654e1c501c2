#include "coordinator/agents/host_survey.h"

#include <csignal>
#include <memory>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>

#include "coordinator/agents/agent_links.h"
#include "coordinator/agents/agent_startup.h"
#include "coordinator/agents/pause_refusal.h"

namespace dps::coordinator {
namespace {

using Clock = std::chrono::steady_clock;

/// The number of PINGs by which each clock is measured.
constexpr std::uint32_t kSurveyExchanges = 8;
/// Time limit for the agents to exit after BYE. They have no simulators.
constexpr std::chrono::milliseconds kExitTime{500};

/// Connects an AgentStartup with links and timers.
class Survey : public Outbox, public AgentEvents {
 public:
  Survey(std::span<const Host> hosts, Launcher& launcher)
      : hosts_(hosts),
        launcher_(launcher),
        startup_(hosts, launcher, deadlines_, *this, kSurveyExchanges) {
    deadlines_.hello = deadlines_.hello_from_afar;
    links_.resize(hosts.size());
  }

  std::vector<SurveyedHost> run(std::chrono::milliseconds timeout);

  void send(std::uint32_t host, const control::Frame& frame, std::uint32_t process,
            std::uint32_t run) override {
    links_.send(host, frame, process, run);
  }
  [[nodiscard]] std::string words_of(std::uint32_t host) const override {
    return links_.words_of(host);
  }
  void on_frame(std::uint32_t host, const control::ReceivedFrame& frame) override {
    startup_.on_frame(host, frame, Clock::now());
    proceed();
  }
  void on_lost(std::uint32_t host, const Error& why) override {
    startup_.on_lost(host, why, Clock::now());
    proceed();
  }
  void on_exit(std::uint32_t /*host*/) override {}

 private:
  void proceed();
  void start(std::uint32_t host);
  void end_agents();
  [[nodiscard]] SurveyedHost report(std::uint32_t host) const;

  std::span<const Host> hosts_;  // borrowed
  Launcher& launcher_;           // borrowed
  Deadlines deadlines_;
  boost::asio::io_context io_{1};
  boost::asio::steady_timer tick_{io_};
  AgentStartup startup_;
  AgentLinks links_;
};

std::vector<SurveyedHost> Survey::run(std::chrono::milliseconds timeout) {
  std::vector<SurveyedHost> reports;
  if (const auto prepared = launcher_.prepare({{hosts_.begin(), hosts_.end()}, {}, false});
      !prepared) {
    reports.resize(hosts_.size());
    for (SurveyedHost& host : reports) {
      host.trouble = prepared.error().message;
    }
    return reports;
  }
  const PauseRefusal no_pause(io_,
                              [](const std::string& line) { fmt::print(stderr, "{}\n", line); });
  startup_.start(Clock::now());
  proceed();
  io_.run_for(timeout);
  reports.reserve(hosts_.size());
  for (std::uint32_t host = 0; host < hosts_.size(); ++host) {
    reports.push_back(report(host));
  }
  end_agents();
  return reports;
}

void Survey::proceed() {
  for (const std::uint32_t host : startup_.take_due(Clock::now())) {
    start(host);
  }
  if (startup_.is_over()) {
    io_.stop();
    return;
  }
  tick_.expires_at(*startup_.next_tick());
  tick_.async_wait([this](const boost::system::error_code& error) {
    if (!error) {
      startup_.on_tick(Clock::now());
      proceed();
    }
  });
}

void Survey::start(std::uint32_t host) {
  auto agent = launcher_.start(hosts_[host]);
  if (agent) {
    links_.set(host, std::make_unique<AgentLink>(io_, host, *std::move(agent), *this));
  } else {
    links_.set(host, nullptr);
    startup_.on_lost(host, agent.error(), Clock::now());
  }
}

SurveyedHost Survey::report(std::uint32_t host) const {
  SurveyedHost report{startup_.hellos()[host], startup_.clock(host), {}, {}};
  if (startup_.has_agent(host)) {
    return report;
  }
  report.trouble = "no agent answered in time";
  report.next_step = launcher_.judge(hosts_[host], words_of(host)).next_step;
  for (const FailureCause& cause : startup_.causes().all()) {
    if (cause.host == host) {
      report.trouble = cause.what;
      report.next_step = cause.next_step;
    }
  }
  return report;
}

/// Sends BYE to the agents. An ssh process that is still logging in gets SIGTERM.
void Survey::end_agents() {
  tick_.cancel();
  for (std::uint32_t host = 0; host < links_.hosts(); ++host) {
    if (AgentLink* const link = links_.find(host); link != nullptr && !startup_.has_agent(host)) {
      link->signal_group(SIGTERM);
    }
  }
  links_.dismiss_all();
  const auto deadline = Clock::now() + kExitTime;
  io_.restart();
  while (!links_.all_exited() && io_.run_one_until(deadline) > 0) {
  }
}

}  // namespace

std::vector<SurveyedHost> survey_hosts(std::span<const Host> hosts, Launcher& launcher,
                                       std::chrono::milliseconds timeout) {
  return Survey(hosts, launcher).run(timeout);
}

void fill_in(Host& host, const control::HelloFrame& hello) {
  if (host.type.empty()) {
    host.type = hello.machine;
  }
  if (!host.cores) {
    host.cores = hello.cores;
  }
  if (!host.memory) {
    host.memory = hello.memory;
  }
  if (!host.address_given && !hello.address.empty()) {
    host.address = hello.address;
  }
}

}  // namespace dps::coordinator
