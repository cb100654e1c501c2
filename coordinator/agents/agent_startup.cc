#include "coordinator/agents/agent_startup.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"

namespace dps::coordinator {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds kFirstPause{200};
constexpr milliseconds kLongestPause{2'000};
constexpr const char* kWhere = "while starting agents: ";

}  // namespace

AgentStartup::AgentStartup(std::span<const Host> hosts, const Launcher& launcher,
                           const Deadlines& deadlines, Outbox& outbox, std::uint32_t exchanges)
    : hosts_(hosts),
      launcher_(launcher),
      deadlines_(deadlines),
      outbox_(outbox),
      exchanges_(exchanges),
      candidates_(hosts.size()),
      hellos_(hosts.size()),
      clocks_(hosts.size()),
      heartbeats_(hosts.size(), deadlines.silence),
      jitter_(std::random_device{}()) {}

void AgentStartup::start(TimePoint now) {
  now_ = now;
  next_ping_ = now + deadlines_.ping;
  for (StartingAgent& candidate : candidates_) {
    candidate.due = now;
  }
}

std::vector<std::uint32_t> AgentStartup::take_due(TimePoint now) {
  now_ = now;
  auto in_flight = static_cast<std::uint32_t>(std::count_if(
      candidates_.begin(), candidates_.end(),
      [](const StartingAgent& candidate) { return candidate.state == StartState::kStarting; }));
  std::vector<std::uint32_t> due;
  for (std::uint32_t host = 0; host < candidates_.size() && in_flight < kMostInFlight; ++host) {
    StartingAgent& candidate = candidates_[host];
    if (candidate.state == StartState::kDue && candidate.due <= now) {
      candidate.state = StartState::kStarting;
      candidate.deadline = now + deadlines_.hello;
      if (++candidate.tries == 1) {
        candidate.first = now;
      }
      ++in_flight;
      due.push_back(host);
    }
  }
  return due;
}

void AgentStartup::on_frame(std::uint32_t host, const control::ReceivedFrame& received,
                            TimePoint now) {
  now_ = now;
  if (candidates_[host].state == StartState::kLost) {
    return;
  }
  heartbeats_.refresh(host, now);
  if (const auto* hello = std::get_if<control::HelloFrame>(&received.frame)) {
    on_hello(host, *hello);
  } else if (const auto* pong = std::get_if<control::PongFrame>(&received.frame)) {
    on_pong(host, *pong);
  } else if (const auto* failed = std::get_if<control::FailedFrame>(&received.frame)) {
    lose(host, "the agent failed: " + printable(failed->text), {});
  } else if (const auto* lost = std::get_if<control::AgentLostFrame>(&received.frame)) {
    lose(host, cause_of(host, *lost).what, {});
  }
}

void AgentStartup::on_hello(std::uint32_t host, const control::HelloFrame& hello) {
  candidates_[host].state = StartState::kHere;
  hellos_[host] = hello;
  heartbeats_.watch(host, now_);
  ping(host);
}

void AgentStartup::on_pong(std::uint32_t host, const control::PongFrame& pong) {
  clocks_[host].on_answer(pong.sent, pong.received, now_.time_since_epoch());
  if (++candidates_[host].exchanges < exchanges_) {
    ping(host);
  }
}

/// Repeats a launch that the host refused under load, until the timeout for hosts that do not
/// answer.
void AgentStartup::on_lost(std::uint32_t host, const Error& why, TimePoint now) {
  now_ = now;
  StartingAgent& candidate = candidates_[host];
  if (candidate.state == StartState::kLost) {
    return;
  }
  if (candidate.state == StartState::kHere || why.code == ErrorCode::kVersion) {
    lose(host, why.message, {});
    return;
  }
  const LaunchVerdict verdict = launcher_.judge(hosts_[host], why.message);
  const TimePoint next = now + pause_after(candidate.tries);
  if (!verdict.try_again || next > candidate.first + deadlines_.hello) {
    lose(host, why.message, verdict.next_step);
    return;
  }
  candidate.state = StartState::kDue;
  candidate.due = next;
}

/// Exponential backoff with jitter, so that logins through one gateway are not retried at the same
/// time.
milliseconds AgentStartup::pause_after(std::uint32_t tries) {
  const auto usual = std::min(kFirstPause * (1 << std::min(tries, 8U)), kLongestPause);
  std::uniform_int_distribution<std::int64_t> spread(usual.count() / 2, usual.count());
  return milliseconds(spread(jitter_));
}

void AgentStartup::on_tick(TimePoint now) {
  now_ = now;
  lose_late_agents();
  for (const std::uint32_t host : heartbeats_.silent(now)) {
    const FailureCause cause = silent_agent(host, deadlines_.silence);
    lose(host, cause.what, cause.next_step);
  }
  ping_due_agents();
}

void AgentStartup::lose_late_agents() {
  const bool has_answer = std::any_of(hellos_.begin(), hellos_.end(),
                                      [](const auto& hello) { return hello.has_value(); });
  for (std::uint32_t host = 0; host < candidates_.size(); ++host) {
    if (candidates_[host].state == StartState::kStarting && now_ >= candidates_[host].deadline) {
      const std::string words = outbox_.words_of(host);
      const std::chrono::duration<double> timeout = deadlines_.hello;
      std::string next_step = launcher_.judge(hosts_[host], words).next_step;
      if (next_step.empty() && !has_answer) {
        next_step = launcher_.advice_if_none_answers();
      }
      lose(host,
           fmt::format("no agent answered within {} s{}{}", timeout.count(),
                       words.empty() ? "" : ": ", words),
           std::move(next_step));
    }
  }
}

/// Renews the leases of agents that wait for others.
void AgentStartup::ping_due_agents() {
  if (now_ < next_ping_) {
    return;
  }
  for (std::uint32_t host = 0; host < candidates_.size(); ++host) {
    if (has_agent(host)) {
      ping(host);
    }
  }
  next_ping_ = now_ + deadlines_.ping;
}

std::optional<TimePoint> AgentStartup::next_tick() const {
  TimePoint next = next_ping_;
  if (fails_at_ && *fails_at_ > now_) {
    next = std::min(next, *fails_at_);
  }
  for (const StartingAgent& candidate : candidates_) {
    if (candidate.state == StartState::kDue && candidate.due > now_) {
      next = std::min(next, candidate.due);
    } else if (candidate.state == StartState::kStarting) {
      next = std::min(next, candidate.deadline);
    }
  }
  return std::min(next, heartbeats_.next().value_or(next));
}

bool AgentStartup::is_over() const {
  return std::all_of(candidates_.begin(), candidates_.end(), [&](const StartingAgent& candidate) {
    return candidate.state == StartState::kLost ||
           (candidate.state == StartState::kHere && candidate.exchanges >= exchanges_);
  });
}

void AgentStartup::lose(std::uint32_t host, const std::string& what, std::string next_step) {
  if (has_agent(host) && !fails_at_) {
    fails_at_ = now_ + deadlines_.settle;
  }
  candidates_[host].state = StartState::kLost;
  heartbeats_.forget(host);
  causes_.add({CauseKind::kDeath, host, std::nullopt, kWhere + what, std::move(next_step)});
}

void AgentStartup::ping(std::uint32_t host) {
  outbox_.send(host, control::PingFrame{now_.time_since_epoch()}, control::kAgentItself, 0);
}

}  // namespace dps::coordinator
