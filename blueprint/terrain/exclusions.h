/// Lists the hosts that satisfy an htag, and the constraint that excludes each other host.
#pragma once

#include <span>
#include <string>

#include "blueprint/program.h"
#include "blueprint/terrain/host_facts.h"

namespace dps::terrain {

/// One line for the hosts that satisfy the htag; then, in the order of the hosts, one line per
/// violated constraint and value that excluded hosts have instead. A host that violates several
/// constraints is listed with the first of them.
std::string exclusions(const blueprint::LogicalHost& logical, std::span<const HostFacts> hosts);

}  // namespace dps::terrain
