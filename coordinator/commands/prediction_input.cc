#include "coordinator/commands/prediction_input.h"

#include <utility>

#include "coordinator/cli/command_output.h"
#include "coordinator/cli/file_kind.h"
#include "coordinator/cli/machine_library.h"
#include "machines/files/component_costs_file.h"
#include "machines/kinds/machine_file.h"
#include "text/load_source.h"

namespace dps::coordinator {

std::unique_ptr<machines::Machine> open_machine(const CommandLine& line) {
  const auto source = text::load_source(machine_path(line.machine), "machine file");
  if (!source) {
    print_error(source.error().message + machine_suggestion(line.machine), ExitStatus::kInputWrong,
                line.color);
    return nullptr;
  }
  auto reading = machines::read_machine(*source);
  if (const auto other = wrong_kind(*source, FileKind::kMachine);
      reading.machine == nullptr && !other.empty()) {
    print_error(other, ExitStatus::kInputWrong, line.color);
    return nullptr;
  }
  print_diagnostics(line, *source, reading.diagnostics);
  return std::move(reading.machine);
}

std::optional<std::vector<machines::ComponentCost>> open_costs(const CommandLine& line) {
  if (line.costs.empty()) {
    return std::vector<machines::ComponentCost>{};
  }
  const auto source = text::load_source(line.costs, "costs file");
  if (!source) {
    print_error(source.error().message, ExitStatus::kInputWrong, line.color);
    return std::nullopt;
  }
  auto reading = machines::read_component_costs(*source);
  if (const auto other = wrong_kind(*source, FileKind::kCosts); !reading.costs && !other.empty()) {
    print_error(other, ExitStatus::kInputWrong, line.color);
    return std::nullopt;
  }
  print_diagnostics(line, *source, reading.diagnostics);
  return std::move(reading.costs);
}

bool has_only_localhost(std::span<const machines::MachineHost> hosts) {
  return hosts.size() == 1 && hosts.front().name == kThisMachine;
}

tl::expected<terrain::Assignment, TerrainFailure> place_on(const blueprint::Program& program,
                                                           const machines::Machine& machine) {
  const auto hosts = machine.hosts();
  if (hosts.empty()) {
    return terrain::Assignment{};
  }
  if (has_only_localhost(hosts)) {
    return terrain::Assignment{std::vector<std::uint32_t>(program.logical_hosts.size(), 0),
                               std::vector<std::uint32_t>(program.process_count(), 0)};
  }
  std::vector<terrain::HostFacts> facts;
  facts.reserve(hosts.size());
  for (const machines::MachineHost& host : hosts) {
    facts.push_back({host.name, host.type, host.speed, host.cores, host.memory});
  }
  return assign_terrain(program, facts);
}

}  // namespace dps::coordinator
