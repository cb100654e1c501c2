/// Explains why there is no assignment, as text and as a table.
#pragma once

#include <span>
#include <string>

#include "blueprint/program.h"
#include "blueprint/terrain/assignment.h"
#include "blueprint/terrain/host_facts.h"

namespace dps::terrain {

/// The assignment matrix with a row per host, at most 80 columns wide. If there is no space for all
/// htags, it contains those of the conflict; if there are many hosts, equal ones share a row.
/// Source: the DPS paper, figure 13.
std::string matrix_table(const blueprint::Program& program, std::span<const HostFacts> hosts,
                         const Conflict& conflict);

/// The same if there is an assignment: the host that it gives to an htag is in parentheses.
std::string matrix_table(const blueprint::Program& program, std::span<const HostFacts> hosts,
                         const Assignment& assignment);

/// One line with the htags that have too few hosts; then the matrix; then for each htag its
/// constraints, the hosts that satisfy them, and the constraint that excludes each other host.
std::string conflict_report(const blueprint::Program& program, std::span<const HostFacts> hosts,
                            const Conflict& conflict);

}  // namespace dps::terrain
