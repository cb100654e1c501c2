#include "commands/predict/prediction_input.h"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/text/load_source.h"
#include "commands/files/file_kind.h"
#include "commands/files/machine_library.h"
#include "commands/terminal/messages.h"
#include "predictor/machines/files/component_costs_file.h"
#include "predictor/machines/kinds/machine_changes.h"
#include "predictor/machines/kinds/machine_file.h"
#include "predictor/machines/limits.h"

namespace dps::commands {

machines::MachineOptions machine_options(const MachineChoice& given) {
  using machines::CostMode;
  return {given.mode == "min"   ? CostMode::kMin
          : given.mode == "max" ? CostMode::kMax
                                : CostMode::kAverage,
          given.contended, given.eager, given.topology, given.runtime};
}

namespace {

/// The error for options that are not valid for the machine; "" if there is none.
std::string wrong_choice(const MachineChoice& given, const SourceText& source) {
  const machines::MachineOptions options = machine_options(given);
  const std::string_view kind = machines::kind_of_machine(source.text).name;
  if (options.has_parasol_choice() && kind != "parasol") {
    return fmt::format(
        "--topology and --runtime go with a Parasol machine; '{}' is a machine of "
        "the kind '{}'",
        printable(source.path), kind);
  }
  machines::MachineOptions of_sheet = options;
  if (given.is_for_program) {
    of_sheet.eager.reset();  // all machines have it
  }
  return !of_sheet.has_choice() || kind == "datasheet"
             ? ""
             : fmt::format("{} go with a data sheet; '{}' is a machine of the kind '{}'",
                           given.is_for_program ? "--mode and --contended"
                                                : "--mode, --contended and --eager",
                           printable(source.path), kind);
}

/// The machine of --machine before the changes.
std::optional<OpenedMachine> open_unchanged(const MachineChoice& given, const CommonOptions& common,
                                            std::size_t limit) {
  auto source =
      text::load_source(machine_path(given.machine), "machine file", machines::kMostMachineBytes);
  if (!source) {
    print_error(source.error().message + machine_suggestion(given.machine), ExitStatus::kInputWrong,
                common.color);
    return std::nullopt;
  }
  const machines::MachineOptions options = machine_options(given);
  auto reading = machines::read_machine(*source, options);
  if (reading.machine == nullptr) {
    if (const auto other = wrong_kind(*source, FileKind::kMachine); !other.empty()) {
      print_error(other, ExitStatus::kInputWrong, common.color);
      return std::nullopt;
    }
  }
  print_diagnostics(common, *source, reading.diagnostics, limit);
  if (reading.machine == nullptr) {
    return std::nullopt;
  }
  if (const auto wrong = wrong_choice(given, *source); !wrong.empty()) {
    print_error(wrong, ExitStatus::kInputWrong, common.color);
    return std::nullopt;
  }
  return OpenedMachine{*std::move(source), std::move(reading.machine)};
}

}  // namespace

std::optional<OpenedMachine> open_machine(const MachineChoice& given, const CommonOptions& common,
                                          std::size_t limit) {
  if (given.changes.empty()) {
    return open_unchanged(given, common, limit);
  }
  auto source = open_machine_text(given, common);
  if (!source) {
    return std::nullopt;
  }
  auto machine = machines::read_machine(*source, machine_options(given)).machine;
  return OpenedMachine{*std::move(source), std::move(machine)};
}

std::optional<SourceText> open_machine_text(const MachineChoice& given,
                                            const CommonOptions& common) {
  auto opened = open_unchanged(given, common, RenderOptions{}.limit);
  if (!opened || given.changes.empty()) {
    return opened ? std::optional(std::move(opened->source)) : std::nullopt;
  }
  auto changed = change_machine(opened->source, given.changes, opened->machine.get());
  if (!changed) {
    print_error(changed.error().message, ExitStatus::kInputWrong, common.color);
    return std::nullopt;
  }
  return *std::move(changed);
}

Result<SourceText> change_machine(const SourceText& source, const std::vector<std::string>& changes,
                                  const machines::Machine* machine) {
  std::vector<machines::MachineChange> parsed;
  parsed.reserve(changes.size());
  for (const std::string& text : changes) {
    auto change = machines::parse_machine_change(text);
    if (!change) {
      return with_context(change.error(), "--set-machine");
    }
    parsed.push_back(*std::move(change));
  }
  auto text = machines::changed_machine(source, parsed, machine);
  if (!text) {
    return failure(ErrorCode::kInput, "--set-machine " + text.error().message);
  }
  return SourceText{source.path, *std::move(text)};
}

std::string changed_machine_name(const MachineChoice& given) {
  return given.changes.empty()
             ? input_name(given.machine)
             : fmt::format("{} with {}", input_name(given.machine), fmt::join(given.changes, ", "));
}

std::string changed_machine_note(const MachineChoice& given) {
  return given.changes.empty()
             ? ""
             : "the machine is changed: " + printable(changed_machine_name(given));
}

std::optional<std::vector<machines::ComponentCost>> open_costs(const MachineChoice& given,
                                                               const CommonOptions& common) {
  if (given.costs.empty()) {
    return std::vector<machines::ComponentCost>{};
  }
  const auto source = text::load_source(given.costs, "costs file");
  if (!source) {
    print_error(source.error().message, ExitStatus::kInputWrong, common.color);
    return std::nullopt;
  }
  auto reading = machines::read_component_costs(*source);
  if (const auto other = wrong_kind(*source, FileKind::kCosts); !reading.costs && !other.empty()) {
    print_error(other, ExitStatus::kInputWrong, common.color);
    return std::nullopt;
  }
  print_diagnostics(common, *source, reading.diagnostics);
  return std::move(reading.costs);
}

bool has_only_localhost(std::span<const machines::MachineHost> hosts) {
  return hosts.size() == 1 && hosts.front().name == coordinator::kThisMachine;
}

tl::expected<terrain::Assignment, coordinator::TerrainFailure> place_on(
    const blueprint::Program& program, const machines::Machine& machine) {
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
  return coordinator::assign_terrain(program, facts);
}

}  // namespace dps::commands
