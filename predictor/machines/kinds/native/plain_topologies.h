/// The topologies of a switch and of a bus.
#pragma once

#include <cstddef>
#include <memory>

#include "predictor/machines/flows/flow_network.h"
#include "predictor/machines/topology.h"

namespace dps::machines {

/// The links of a host to the switch and back are 2·host and 2·host + 1, as in a FlowNetwork. The
/// latency of the network is the delay of the router `switch`. A bus is one link, and its router
/// `bus` is both its ends. Borrows the options.
std::unique_ptr<const Topology> plain_topology(const FlowNetworkOptions& network,
                                               std::size_t hosts);

}  // namespace dps::machines
