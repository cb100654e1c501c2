/// Reads the record pages of an agent's simulators, for the counters that the coordinator gets, and
/// to detect simulators that make no progress.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "simulator/agent/child.h"
#include "transport/control/frames.h"

namespace dps::simulator {

/// The simulators of a host by process, including those that have ended.
using Children = std::map<ProcessId, std::unique_ptr<SimulatorChild>>;

/// Compares the pages with those of the last read().
class Watch {
 public:
  using Clock = std::chrono::steady_clock;

  struct Stuck {
    const SimulatorChild* child;
    std::string what;
  };

  explicit Watch(const Children& children) : children_(children) {}

  /// Reads the counters of all simulators.
  control::CountersFrame read(Clock::time_point now);
  /// True if a counter had changed at the last read().
  [[nodiscard]] bool moved() const { return moved_; }

  /// True if only servers still run on this host: the counters show when they are done.
  [[nodiscard]] bool only_servers_run() const;

  /// Returns the simulators that have not progressed for 10 s although they do not wait for a
  /// message: stopped, or waiting for an `exec`. Each is returned once until it progresses again.
  std::vector<Stuck> stuck(Clock::time_point now);

 private:
  struct Seen {
    std::uint64_t progress = 0;
    profiles::ProcessState state{};
    Clock::time_point since;
    bool is_reported = false;
  };

  const Children& children_;
  std::map<ProcessId, Seen> seen_;
  bool moved_ = false;
};

}  // namespace dps::simulator
