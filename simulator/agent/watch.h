/// What an agent sees of its simulators by reading their pages: the counters for the coordinator,
/// and who has not moved for too long.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "control/frames.h"
#include "simulator/agent/child.h"

namespace dps::simulator {

/// The simulators of a host by process, in process order. They stay, also when they have ended.
using Children = std::map<ProcessId, std::unique_ptr<Child>>;

class Watch {
 public:
  using Clock = std::chrono::steady_clock;

  struct Stuck {
    const Child* child;
    std::string what;
  };

  explicit Watch(const Children& children) : children_(children) {}

  /// The counters of all, and whether any has moved since the last reading.
  control::CountersFrame read(Clock::time_point now);
  [[nodiscard]] bool moved() const { return moved_; }

  /// Only servers still run here: their end is near, and is only seen in the counters.
  [[nodiscard]] bool only_servers_run() const;

  /// Those that have not moved for 10 s by the readings so far, though nothing of their own makes
  /// them wait: stopped, or waiting for an `exec`. Each is named once until it moves again.
  std::vector<Stuck> stuck(Clock::time_point now);

 private:
  struct Seen {
    std::uint64_t progress = 0;
    profiles::ProcessState state{};
    Clock::time_point since;
    bool told = false;
  };

  const Children& children_;
  std::map<ProcessId, Seen> seen_;
  bool moved_ = false;
};

}  // namespace dps::simulator
