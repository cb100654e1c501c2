/// The files of a prediction besides its blueprint, and the placement on the machine.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <tl/expected.hpp>

#include "blueprint/program.h"
#include "coordinator/cli/command_line.h"
#include "coordinator/placement/placement.h"
#include "machines/component_costs.h"
#include "machines/machine.h"
#include "terrain/assignment.h"

namespace dps::coordinator {

/// The machine of --machine; null after printing the diagnostics.
std::unique_ptr<machines::Machine> open_machine(const CommandLine& line);

/// The costs of --costs: empty without it; nullopt after printing the diagnostics.
std::optional<std::vector<machines::ComponentCost>> open_costs(const CommandLine& line);

/// True if the hosts are this one alone.
bool has_only_localhost(std::span<const machines::MachineHost> hosts);

/// Matches the terrain against the hosts of the machine, as a run would. A machine of this host
/// alone, or without hosts, ignores the terrain.
tl::expected<terrain::Assignment, TerrainFailure> place_on(const blueprint::Program& program,
                                                           const machines::Machine& machine);

}  // namespace dps::coordinator
