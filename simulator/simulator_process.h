/// The simulator of one process as its agent starts it.
#pragma once

#include "simulator/transports.h"

namespace dps::simulator {

/// `dps-simulator --simulator NAME`, with the descriptors of spawn.h. Returns the exit status.
int run_simulator(const TransportMaker& maker = make_transport);

}  // namespace dps::simulator
