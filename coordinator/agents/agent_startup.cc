#include "coordinator/agents/agent_startup.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"

namespace dps::coordinator {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds kFirstPause{200};
constexpr milliseconds kLongestPause{2'000};
constexpr const char* kWhere = "while starting agents: ";

}  // namespace

Muster::Muster(std::span<const Host> hosts, const Launcher& launcher, const Deadlines& deadlines,
               Outbox& outbox, std::uint32_t exchanges)
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

void Muster::start(TimePoint now) {
  now_ = started_ = now;
  next_ping_ = now + deadlines_.ping;
  for (Candidate& candidate : candidates_) {
    candidate.due = now;
  }
}

std::vector<std::uint32_t> Muster::take_starts(TimePoint now) {
  now_ = now;
  auto in_flight = static_cast<std::uint32_t>(std::count_if(
      candidates_.begin(), candidates_.end(),
      [](const Candidate& candidate) { return candidate.state == State::kOnItsWay; }));
  std::vector<std::uint32_t> starts;
  for (std::uint32_t host = 0; host < candidates_.size() && in_flight < kMostInFlight; ++host) {
    Candidate& candidate = candidates_[host];
    if (candidate.state == State::kDue && candidate.due <= now) {
      candidate.state = State::kOnItsWay;
      candidate.give_up = now + deadlines_.hello;
      if (++candidate.tries == 1) {
        candidate.first = now;
      }
      ++in_flight;
      starts.push_back(host);
    }
  }
  return starts;
}

void Muster::on_frame(std::uint32_t host, const control::ReceivedFrame& received, TimePoint now) {
  now_ = now;
  Candidate& candidate = candidates_[host];
  if (candidate.state == State::kLost) {
    return;
  }
  heartbeats_.heard(host, now);
  if (const auto* hello = std::get_if<control::HelloFrame>(&received.frame)) {
    candidate.state = State::kHere;
    hellos_[host] = *hello;
    heartbeats_.watch(host, now);
    ping(host);
  } else if (const auto* pong = std::get_if<control::PongFrame>(&received.frame)) {
    clocks_[host].on_answer(pong->sent_ns, pong->received_ns, nanoseconds_of(now));
    if (++candidate.exchanges < exchanges_) {
      ping(host);
    }
  } else if (const auto* failed = std::get_if<control::FailedFrame>(&received.frame)) {
    lose(host, "the agent failed: " + printable(failed->text), {});
  } else if (const auto* lost = std::get_if<control::AgentLostFrame>(&received.frame)) {
    lose(host, cause_of(host, *lost).what, {});
  }
}

void Muster::on_lost(std::uint32_t host, const Error& why, TimePoint now) {
  now_ = now;
  Candidate& candidate = candidates_[host];
  if (candidate.state == State::kLost) {
    return;
  }
  if (candidate.state == State::kHere || why.code == ErrorCode::kVersion) {
    lose(host, why.message, {});
    return;
  }
  const LaunchVerdict verdict = launcher_.judge(hosts_[host], why.message);
  // A host that refuses under load is asked again for as long as one that is silent is waited for.
  const TimePoint next = now + pause_after(candidate.tries);
  if (!verdict.try_again || next > candidate.first + deadlines_.hello) {
    lose(host, why.message, verdict.next_step);
    return;
  }
  candidate.state = State::kDue;
  candidate.due = next;
}

/// Longer each time, and never for all at once.
milliseconds Muster::pause_after(std::uint32_t tries) {
  const auto usual = std::min(kFirstPause * (1 << std::min(tries, 8U)), kLongestPause);
  std::uniform_int_distribution<std::int64_t> spread(usual.count() / 2, usual.count());
  return milliseconds(spread(jitter_));
}

void Muster::on_tick(TimePoint now) {
  now_ = now;
  for (std::uint32_t host = 0; host < candidates_.size(); ++host) {
    if (candidates_[host].state == State::kOnItsWay && now >= candidates_[host].give_up) {
      const std::string words = outbox_.words_of(host);
      const std::chrono::duration<double> patience = deadlines_.hello;
      lose(host,
           fmt::format("no agent answered within {} s{}{}", patience.count(),
                       words.empty() ? "" : ": ", words),
           launcher_.judge(hosts_[host], words).next_step);
    }
  }
  for (const std::uint32_t host : heartbeats_.silent(now)) {
    const std::chrono::duration<double> silence = deadlines_.silence;
    lose(host, fmt::format("no heartbeat for {} s", silence.count()),
         "look whether the host and the way to it are up");
  }
  if (now >= next_ping_) {
    for (std::uint32_t host = 0; host < candidates_.size(); ++host) {
      if (candidates_[host].state == State::kHere) {
        ping(host);
      }
    }
    next_ping_ = now + deadlines_.ping;
  }
}

std::optional<TimePoint> Muster::next_tick() const {
  TimePoint next = next_ping_;
  for (const Candidate& candidate : candidates_) {
    if (candidate.state == State::kDue && candidate.due > now_) {
      next = std::min(next, candidate.due);
    } else if (candidate.state == State::kOnItsWay) {
      next = std::min(next, candidate.give_up);
    }
  }
  return std::min(next, heartbeats_.next().value_or(next));
}

bool Muster::is_over() const {
  return std::all_of(candidates_.begin(), candidates_.end(), [&](const Candidate& candidate) {
    return candidate.state == State::kLost ||
           (candidate.state == State::kHere && candidate.exchanges >= exchanges_);
  });
}

std::string Muster::elapsed() const {
  return fmt::format("{} after the launch", format_time(Seconds(now_ - started_)));
}

void Muster::lose(std::uint32_t host, const std::string& what, std::string next_step) {
  candidates_[host].state = State::kLost;
  heartbeats_.forget(host);
  causes_.add({CauseKind::kDeath, host, std::nullopt, kWhere + what, std::move(next_step)});
}

void Muster::ping(std::uint32_t host) {
  outbox_.send(host, control::PingFrame{nanoseconds_of(now_)}, control::kAgentItself, 0);
}

}  // namespace dps::coordinator
