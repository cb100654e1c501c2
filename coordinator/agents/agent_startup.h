/// Starts the agents of all hosts before the processes are placed.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "coordinator/agents/deadlines.h"
#include "coordinator/agents/failure_causes.h"
#include "coordinator/agents/heartbeats.h"
#include "coordinator/agents/host_clock.h"
#include "coordinator/agents/outbox.h"
#include "coordinator/launch/launcher.h"
#include "transport/control/frame_stream.h"

namespace dps::coordinator {

/// The maximum number of launches in progress.
inline constexpr std::uint32_t kMostInFlight = 32;

/// A state machine without I/O. It decides when each agent is started, and started again if its
/// host refuses logins under load, and records the agents that have sent HELLO and those that are
/// lost.
class AgentStartup {
 public:
  /// All are borrowed and outlive this object. `exchanges` is the number of PINGs per host by which
  /// its clock is measured.
  AgentStartup(std::span<const Host> hosts, const Launcher& launcher, const Deadlines& deadlines,
               Outbox& outbox, std::uint32_t exchanges = 0);

  void start(TimePoint now);
  /// The hosts whose agents the caller has to start now.
  std::vector<std::uint32_t> take_due(TimePoint now);
  void on_frame(std::uint32_t host, const control::ReceivedFrame& received, TimePoint now);
  /// To be called if the agent could not be started, or if its link has failed.
  void on_lost(std::uint32_t host, const Error& why, TimePoint now);
  /// To be called at next_tick(); may be called at any time.
  void on_tick(TimePoint now);
  [[nodiscard]] std::optional<TimePoint> next_tick() const;

  /// True if every agent either has sent HELLO and answered its PINGs, or is lost.
  [[nodiscard]] bool is_over() const;
  /// True if the settle time has passed since the loss of an agent that had sent HELLO. No session
  /// can begin any more, and a host that does not answer would only delay the report.
  [[nodiscard]] bool has_failed() const { return fails_at_ && now_ >= *fails_at_; }
  [[nodiscard]] bool has_agent(std::uint32_t host) const {
    return candidates_[host].state == StartState::kHere;
  }
  /// The HELLO of each host; nullopt if it has no agent.
  [[nodiscard]] const std::vector<std::optional<control::HelloFrame>>& hellos() const {
    return hellos_;
  }
  [[nodiscard]] const HostClock& clock(std::uint32_t host) const { return clocks_[host]; }
  /// The losses of agents in the order of arrival.
  [[nodiscard]] const FailureCauses& causes() const { return causes_; }

 private:
  enum class StartState : std::uint8_t { kDue, kStarting, kHere, kLost };
  struct StartingAgent {
    StartState state = StartState::kDue;
    std::uint32_t tries = 0;
    std::uint32_t exchanges = 0;
    TimePoint first{};     ///< instant of the first attempt
    TimePoint due{};       ///< kDue: instant of the next attempt
    TimePoint deadline{};  ///< kStarting
  };

  void on_hello(std::uint32_t host, const control::HelloFrame& hello);
  void on_pong(std::uint32_t host, const control::PongFrame& pong);
  void lose_late_agents();
  void ping_due_agents();
  void lose(std::uint32_t host, const std::string& what, std::string next_step);
  void ping(std::uint32_t host);
  [[nodiscard]] std::chrono::milliseconds pause_after(std::uint32_t tries);

  std::span<const Host> hosts_;  // borrowed
  const Launcher& launcher_;     // borrowed
  const Deadlines& deadlines_;   // borrowed
  Outbox& outbox_;               // borrowed
  std::uint32_t exchanges_;
  TimePoint now_{};
  TimePoint next_ping_{};
  std::optional<TimePoint> fails_at_;      ///< when has_failed() becomes true
  std::vector<StartingAgent> candidates_;  // by host
  std::vector<std::optional<control::HelloFrame>> hellos_;
  std::vector<HostClock> clocks_;
  Heartbeats heartbeats_;
  FailureCauses causes_;
  std::minstd_rand jitter_;
};

}  // namespace dps::coordinator
