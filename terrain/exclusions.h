/// Of the hosts, who satisfies an htag, and which constraint keeps out each of the others.
#pragma once

#include <span>
#include <string>

#include "blueprint/program.h"
#include "terrain/host_facts.h"

namespace dps::terrain {

/// A line for those who satisfy it, then one for each constraint that keeps hosts out, by what they
/// have instead (a host that breaks several stands with the first), in the order of the hosts.
std::string exclusions(const blueprint::LogicalHost& logical, std::span<const HostFacts> hosts);

}  // namespace dps::terrain
