/// The main function of the simulator of one process.
#pragma once

#include <functional>

#include "simulator/agent/spawn.h"
#include "simulator/agent/transports.h"

namespace dps::simulator {

/// Runs `dps-simulator --simulator NAME`, with the descriptors of spawn.h. Returns the exit status.
int run_simulator(const TransportMaker& maker = make_transport);

/// Runs with other descriptors. `leave` is called after the last run, before the process exits; the
/// transport still exists.
int run_simulator(const TransportMaker& maker, const SimulatorEnds& ends,
                  const std::function<void()>& leave);

}  // namespace dps::simulator
