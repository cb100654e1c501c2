/// Why there is no assignment, in words and as a table.
#pragma once

#include <span>
#include <string>

#include "blueprint/program.h"
#include "terrain/assignment.h"
#include "terrain/host_facts.h"

namespace dps::terrain {

/// The assignment matrix with a row per host, as people read it: 80 columns at most. When not all
/// htags fit, those of the conflict; when there are many hosts, those alike share a row.
/// Source: the DPS paper, figure 13.
std::string matrix_table(const blueprint::Program& program, std::span<const HostFacts> hosts,
                         const Conflict& conflict);

/// First one line that says which htags have too few hosts; then the matrix; then for each of the
/// htags what it asks for, the hosts that have it, and of the others what excludes them.
std::string conflict_report(const blueprint::Program& program, std::span<const HostFacts> hosts,
                            const Conflict& conflict);

}  // namespace dps::terrain
