/// The input of a session, and the state of its hosts and simulators.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "blueprint/flows.h"
#include "blueprint/program.h"
#include "coordinator/agents/heartbeats.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/clock_offsets.h"
#include "coordinator/session/limits.h"
#include "coordinator/session/quiescence.h"
#include "coordinator/session/server_ends.h"
#include "coordinator/session/session_options.h"
#include "coordinator/session/simulator_table.h"
#include "transport/control/frames.h"

namespace dps::coordinator {

/// Everything is borrowed and outlives the session.
struct SessionInput {
  const blueprint::Program& program;
  const Placement& placement;
  const SessionOptions& options;
  const blueprint::FlowTable& flows;
  bool shares_clock = true;                 ///< Launcher::shares_clock()
  std::string advice_if_none_answers = {};  ///< Launcher::advice_if_none_answers()

  [[nodiscard]] std::uint32_t host_of(ProcessId process) const {
    return placement.host_of[index(process)];
  }
};

/// The state of the hosts of a session: the reports of their agents, and the losses.
/// Hosts are indices in Placement::hosts.
class HostTable {
 public:
  explicit HostTable(std::size_t hosts) : hellos_(hosts), lost_(hosts) {}

  void set_hello(std::uint32_t host, const control::HelloFrame& hello) { hellos_[host] = hello; }
  /// Marks the host as lost: no more frames are sent to it, and frames from it are ignored.
  void lose(std::uint32_t host) { lost_[host] = true; }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(lost_.size()); }
  [[nodiscard]] bool is_lost(std::uint32_t host) const { return lost_[host]; }
  /// Returns nullopt if the agent has not answered.
  [[nodiscard]] const std::optional<control::HelloFrame>& hello(std::uint32_t host) const {
    return hellos_[host];
  }
  [[nodiscard]] bool all_have_answered() const {
    return std::all_of(hellos_.begin(), hellos_.end(),
                       [](const auto& hello) { return hello.has_value(); });
  }

 private:
  std::vector<std::optional<control::HelloFrame>> hellos_;
  std::vector<bool> lost_;
};

/// The state of the hosts and simulators of a session, and the conclusions from it. Updated by the
/// FrameReceiver, and read by SessionStates.
struct SessionTables {
  explicit SessionTables(const SessionInput& input)
      : needs(needs_of(input.program, input.placement, input.flows, input.options.trace)),
        hosts(input.placement.hosts.size()),
        heartbeats(hosts.size(), input.options.deadlines.silence),
        clocks(hosts.size(), input.shares_clock),
        simulators(input.placement.host_of.size()),
        quiescence(input.program, input.placement.host_of, hosts.size()),
        server_ends(simulators.size()) {}

  std::vector<HostNeeds> needs;  ///< by host
  HostTable hosts;
  Heartbeats heartbeats;
  ClockOffsets clocks;
  SimulatorTable simulators;
  QuiescenceDetector quiescence;
  ServerEnds server_ends;
};

}  // namespace dps::coordinator
