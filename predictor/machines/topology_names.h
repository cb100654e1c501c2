/// The names of the nodes and links of a topology.
/// Source: docs/machines.md, "Names of nodes and links".
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "predictor/machines/machine.h"
#include "predictor/machines/topology.h"

namespace dps::machines {

/// The name of a node: "h0", "r(1,0)".
std::string node_name(const Topology& topology, std::span<const MachineHost> hosts,
                      std::uint32_t node);

/// The name of a link: "h0->r(0,0)"; "h0->s(1,0)#2" for the second cable; "a--b" if half-duplex.
std::string link_name(const Topology& topology, std::span<const MachineHost> hosts,
                      std::uint32_t link);

}  // namespace dps::machines
