/// The gathering of the agents, before anybody knows who runs where: who has said HELLO, who is to
/// be tried again, who cannot be had. A state machine without I/O; Session gives it both.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "base/result.h"
#include "control/frame_stream.h"
#include "coordinator/agents/deadlines.h"
#include "coordinator/agents/failure_causes.h"
#include "coordinator/agents/heartbeats.h"
#include "coordinator/agents/outbox.h"
#include "coordinator/launch/launcher.h"

namespace dps::coordinator {

/// So many launches may be on their way at once.
inline constexpr std::uint32_t kMostInFlight = 32;

class Muster {
 public:
  /// All borrowed; outlive the muster. `exchanges`: the clock of every host is read so often.
  Muster(std::span<const Host> hosts, const Launcher& launcher, const Deadlines& deadlines,
         Outbox& outbox, std::uint32_t exchanges = 0);

  void start(TimePoint now);
  /// The hosts whose agents are to be started now; each is on its way from here.
  std::vector<std::uint32_t> take_starts(TimePoint now);
  void on_frame(std::uint32_t host, const control::ReceivedFrame& received, TimePoint now);
  /// The agent could not be started, or cannot be heard any more.
  void on_lost(std::uint32_t host, const Error& why, TimePoint now);
  void on_tick(TimePoint now);
  [[nodiscard]] std::optional<TimePoint> next_tick() const;

  /// Of every host it is known whether its agent is there.
  [[nodiscard]] bool is_over() const;
  [[nodiscard]] bool has_agent(std::uint32_t host) const {
    return candidates_[host].state == State::kHere;
  }
  /// By host; absent: its agent is not there.
  [[nodiscard]] const std::vector<std::optional<control::HelloFrame>>& hellos() const {
    return hellos_;
  }
  [[nodiscard]] const HostClock& clock(std::uint32_t host) const { return clocks_[host]; }
  /// Why agents are not there, in the order in which it was heard.
  [[nodiscard]] const FailureCauses& causes() const { return causes_; }
  /// "0.3 s after the launch".
  [[nodiscard]] std::string elapsed() const;

 private:
  enum class State : std::uint8_t { kDue, kOnItsWay, kHere, kLost };
  struct Candidate {
    State state = State::kDue;
    std::uint32_t tries = 0;
    std::uint32_t exchanges = 0;
    TimePoint first{};    ///< when it was started first
    TimePoint due{};      ///< kDue: to be started then
    TimePoint give_up{};  ///< kOnItsWay
  };

  void lose(std::uint32_t host, const std::string& what, std::string next_step);
  void ping(std::uint32_t host);
  [[nodiscard]] std::chrono::milliseconds pause_after(std::uint32_t tries);

  std::span<const Host> hosts_;  // borrowed
  const Launcher& launcher_;     // borrowed
  const Deadlines& deadlines_;   // borrowed
  Outbox& outbox_;               // borrowed
  std::uint32_t exchanges_;
  TimePoint now_{};
  TimePoint started_{};
  TimePoint next_ping_{};
  std::vector<Candidate> candidates_;
  std::vector<std::optional<control::HelloFrame>> hellos_;
  std::vector<HostClock> clocks_;
  Heartbeats heartbeats_;
  FailureCauses causes_;
  std::minstd_rand jitter_;
};

}  // namespace dps::coordinator
