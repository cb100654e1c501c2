/// The input of a session, and the state of its hosts and simulators.
#pragma once

#include <cstddef>
#include <vector>

#include "blueprint/flows.h"
#include "blueprint/program.h"
#include "coordinator/agents/heartbeats.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/clock_offsets.h"
#include "coordinator/session/host_table.h"
#include "coordinator/session/limits.h"
#include "coordinator/session/quiescence.h"
#include "coordinator/session/server_ends.h"
#include "coordinator/session/session_options.h"
#include "coordinator/session/simulator_table.h"

namespace dps::coordinator {

/// Everything is borrowed and outlives the session.
struct SessionInput {
  const blueprint::Program& program;
  const Placement& placement;
  const SessionOptions& options;
  const blueprint::FlowTable& flows;
  bool shares_clock = true;  ///< Launcher::shares_clock()

  [[nodiscard]] std::uint32_t host_of(ProcessId process) const {
    return placement.host_of[index(process)];
  }
};

/// Updated by the FrameReceiver, and read by SessionStates.
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
