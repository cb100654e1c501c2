/// The simulator of one process as its agent starts it.
#pragma once

#include <functional>

#include "simulator/agent/spawn.h"
#include "simulator/agent/transports.h"

namespace dps::simulator {

/// `dps-simulator --simulator NAME`, with the descriptors of spawn.h. Returns the exit status.
int run_simulator(const TransportMaker& maker = make_transport);

/// The same where the agent's ends are at other numbers. `leave` is called when the part is played
/// and the transport still stands.
int run_simulator(const TransportMaker& maker, const SimulatorEnds& ends,
                  const std::function<void()>& leave);

}  // namespace dps::simulator
