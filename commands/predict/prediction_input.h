/// The files of a prediction besides its blueprint, and the placement on the machine.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "base/diagnostic.h"
#include "base/result.h"
#include "blueprint/program.h"
#include "blueprint/terrain/assignment.h"
#include "commands/groups/machine_options.h"
#include "commands/options/common_options.h"
#include "coordinator/placement/placement.h"
#include "predictor/machines/component_costs.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/machine_options.h"

namespace dps::commands {

/// A machine file, and its machine after changes of its text. The warnings are printed.
struct OpenedMachine {
  SourceText source;
  std::unique_ptr<machines::Machine> machine;
};

/// The choices of --mode, --contended and --eager.
machines::MachineOptions machine_options(const MachineChoice& given);

/// The machine of --machine, with the changes of --set-machine; nullopt after printing the errors,
/// at most `limit` of them.
std::optional<OpenedMachine> open_machine(const MachineChoice& given, const CommonOptions& common,
                                          std::size_t limit = RenderOptions{}.limit);

/// The text of open_machine(), whose machine is not made.
std::optional<SourceText> open_machine_text(const MachineChoice& given,
                                            const CommonOptions& common);

/// Applies the --set-machine changes to the text. Errors (kInput): a wrong change; the message
/// names the option. `machine`: the machine of the text, so that it is not read again; or null.
Result<SourceText> change_machine(const SourceText& source, const std::vector<std::string>& changes,
                                  const machines::Machine* machine = nullptr);

/// The machine's name in results, including the changes: "laptop with cost.send=1us".
std::string changed_machine_name(const MachineChoice& given);

/// The note in a result of a machine with changes; "" without changes.
std::string changed_machine_note(const MachineChoice& given);

/// The costs of --costs: empty without it; nullopt after printing the diagnostics.
std::optional<std::vector<machines::ComponentCost>> open_costs(const MachineChoice& given,
                                                               const CommonOptions& common);

/// Returns true if this machine is the only host.
bool has_only_localhost(std::span<const machines::MachineHost> hosts);

/// Matches the terrain against the hosts of the machine, as a run would. Ignores the terrain if the
/// machine has no hosts, or only this one.
tl::expected<terrain::Assignment, coordinator::TerrainFailure> place_on(
    const blueprint::Program& program, const machines::Machine& machine);

}  // namespace dps::commands
