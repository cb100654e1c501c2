#include "coordinator/agents/host_survey.h"

#include <algorithm>
#include <csignal>
#include <memory>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>

#include "coordinator/agents/agent_link.h"
#include "coordinator/agents/agent_startup.h"

namespace dps::coordinator {
namespace {

using Clock = std::chrono::steady_clock;

/// How often every clock is read.
constexpr std::uint32_t kExchanges = 8;
/// An agent without processes is gone as soon as it has read BYE.
constexpr std::chrono::milliseconds kLastMoment{500};

class Survey : public Outbox, public AgentEvents {
 public:
  Survey(std::span<const Host> hosts, Launcher& launcher)
      : hosts_(hosts),
        launcher_(launcher),
        muster_(hosts, launcher, deadlines_, *this, kExchanges) {
    deadlines_.hello = deadlines_.hello_from_afar;
  }

  std::vector<SurveyedHost> run(std::chrono::milliseconds patience);

  void send(std::uint32_t host, const control::Frame& frame, std::uint32_t process,
            std::uint32_t run) override {
    if (links_[host]) {
      links_[host]->send(control::encode(frame, process, run));
    }
  }
  [[nodiscard]] std::string words_of(std::uint32_t host) const override {
    return links_[host] ? links_[host]->words() : std::string();
  }
  void on_frame(std::uint32_t host, const control::ReceivedFrame& frame) override {
    muster_.on_frame(host, frame, Clock::now());
    proceed();
  }
  void on_lost(std::uint32_t host, const Error& why) override {
    muster_.on_lost(host, why, Clock::now());
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
  Muster muster_;
  std::vector<std::unique_ptr<AgentLink>> links_;
  std::vector<std::unique_ptr<AgentLink>> retired_;  // tried in vain
};

std::vector<SurveyedHost> Survey::run(std::chrono::milliseconds patience) {
  links_.resize(hosts_.size());
  std::vector<SurveyedHost> reports;
  if (const auto prepared = launcher_.prepare({{hosts_.begin(), hosts_.end()}, {}}); !prepared) {
    reports.resize(hosts_.size());
    for (SurveyedHost& host : reports) {
      host.trouble = prepared.error().message;
    }
    return reports;
  }
  muster_.start(Clock::now());
  proceed();
  io_.run_for(patience);
  reports.reserve(hosts_.size());
  for (std::uint32_t host = 0; host < hosts_.size(); ++host) {
    reports.push_back(report(host));
  }
  end_agents();
  return reports;
}

void Survey::proceed() {
  for (const std::uint32_t host : muster_.take_starts(Clock::now())) {
    start(host);
  }
  if (muster_.is_over()) {
    io_.stop();
    return;
  }
  tick_.expires_at(*muster_.next_tick());
  tick_.async_wait([this](const boost::system::error_code& error) {
    if (!error) {
      muster_.on_tick(Clock::now());
      proceed();
    }
  });
}

void Survey::start(std::uint32_t host) {
  if (links_[host]) {
    links_[host]->retire();
    retired_.push_back(std::move(links_[host]));
  }
  auto agent = launcher_.start(hosts_[host]);
  if (agent) {
    links_[host] = std::make_unique<AgentLink>(io_, host, *std::move(agent), *this);
  } else {
    muster_.on_lost(host, agent.error(), Clock::now());
  }
}

SurveyedHost Survey::report(std::uint32_t host) const {
  SurveyedHost report{muster_.hellos()[host], muster_.clock(host), {}, {}};
  if (muster_.has_agent(host)) {
    return report;
  }
  report.trouble = "no agent answered in time";
  report.next_step = launcher_.judge(hosts_[host], words_of(host)).next_step;
  for (const FailureCause& cause : muster_.causes().all()) {
    if (cause.host == host) {
      report.trouble = cause.what;
      report.next_step = cause.next_step;
    }
  }
  return report;
}

/// BYE to those that are there; the ways to the others are closed.
void Survey::end_agents() {
  tick_.cancel();
  for (std::uint32_t host = 0; host < links_.size(); ++host) {
    if (links_[host]) {
      links_[host]->dismiss();
      if (!muster_.has_agent(host)) {
        links_[host]->signal_group(SIGTERM);
      }
    }
  }
  const auto until = Clock::now() + kLastMoment;
  const auto all_exited = [this] {
    return std::all_of(links_.begin(), links_.end(),
                       [](const auto& link) { return !link || link->has_exited(); });
  };
  io_.restart();
  while (!all_exited() && io_.run_one_until(until) > 0) {
  }
}

}  // namespace

std::vector<SurveyedHost> survey_hosts(std::span<const Host> hosts, Launcher& launcher,
                                       std::chrono::milliseconds patience) {
  return Survey(hosts, launcher).run(patience);
}

void learn(Host& host, const control::HelloFrame& hello) {
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
