#include "predictor/machines/kinds/parasol/file/machine_model.h"

#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/printable.h"
#include "predictor/machines/kinds/parasol/file/evaluator.h"
#include "predictor/machines/kinds/parasol/file/parasol_reader.h"

namespace dps::parasol {
namespace {

constexpr std::string_view kNoRuntime = "none";

/// The sections pvm, express and mpi that the file has.
std::vector<FormulaSection> runtime_sections(const ParasolFile& file) {
  std::vector<FormulaSection> sections;
  for (std::size_t i = static_cast<std::size_t>(FormulaSection::kPvm); i < kSectionCount; ++i) {
    if (!file.places.sections[i].whole.empty()) {
      sections.push_back(static_cast<FormulaSection>(i));
    }
  }
  return sections;
}

std::string names_of_sections(const std::vector<FormulaSection>& sections) {
  std::vector<std::string_view> names;
  names.reserve(sections.size());
  for (const FormulaSection section : sections) {
    names.push_back(names_of(section).section);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// --- the topology -------------------------------------------------------------------------------

/// The number in "to(2)" or "vt(2)".
std::optional<std::uint64_t> number_in(std::string_view text, std::string_view head) {
  if (!text.starts_with(head) || !text.ends_with(")") || text.size() < head.size() + 2 ||
      text[head.size()] != '(') {
    return std::nullopt;
  }
  text = text.substr(head.size() + 1, text.size() - head.size() - 2);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number)
                                                                  : std::nullopt;
}

std::string known_topologies(const Description& machine) {
  std::vector<std::string> names;
  for (const TopologyDescription& topology : machine.topologies) {
    names.push_back(fmt::format("to({})", topology.id));
  }
  for (const VirtualTopology& topology : machine.virtuals) {
    names.push_back(fmt::format("vt({})", topology.id));
  }
  return names.empty() ? "it has none" : fmt::format("it has {}", fmt::join(names, ", "));
}

Result<void> set_topology(const ParasolFile& file, const std::string& wanted, MachineModel& model) {
  const Description& machine = file.description;
  model.topology = machine.topologies.empty() ? nullptr : &machine.topologies.front();
  if (const auto id = number_in(wanted, "to")) {
    model.topology = find_by_id(machine.topologies, *id);
  } else if (const auto mapping = number_in(wanted, "vt")) {
    model.mapping = find_by_id(machine.virtuals, *mapping);
  } else if (!wanted.empty()) {
    return failure(ErrorCode::kInput,
                   fmt::format("--topology: expected 'to(NUMBER)' or 'vt(NUMBER)', got '{}'",
                               printable(wanted)));
  }
  if (!wanted.empty() &&
      (model.topology == nullptr || (wanted.starts_with("vt") && model.mapping == nullptr))) {
    return failure(ErrorCode::kInput, fmt::format("--topology: the machine has no {}; {}", wanted,
                                                  known_topologies(machine)));
  }
  if (model.topology != nullptr) {
    model.router = &file.routers[static_cast<std::size_t>(model.topology - &machine.topologies[0])];
  }
  return {};
}

// --- the run-time system ------------------------------------------------------------------------

CallCost call_cost(const std::shared_ptr<const ParasolFile>& file, FormulaSection section,
                   std::string_view name) {
  const auto place = find_formula_name(section, name);
  const Formula* formula = place ? file->find({section, 0, *place}) : nullptr;
  if (formula == nullptr) {
    return {};
  }
  return [file, formula](std::uint64_t bytes,
                         std::uint32_t hops) -> tl::expected<double, std::string> {
    const auto value =
        evaluate(*file, formula->expression, {static_cast<std::int64_t>(bytes), 1, hops});
    return value ? tl::expected<double, std::string>(value->as_double())
                 : tl::unexpected(value.error().text);
  };
}

/// A note about the formulas of a section for calls that blueprints do not have.
std::string unused_note(const ParasolFile& file, FormulaSection section) {
  std::vector<std::string_view> names;
  for (const Formula& formula : file.formulas) {
    const std::string_view name = names_of(formula.name.section).names[formula.name.name];
    if (formula.name.section == section && name != "send" && name != "receive" &&
        name != "packbyte" && name != "unpackbyte") {
      names.push_back(name);
    }
  }
  return names.empty() ? ""
                       : fmt::format("blueprints have no calls for these formulas of {}: {}",
                                     names_of(section).section, fmt::join(names, ", "));
}

Result<std::optional<FormulaSection>> chosen_section(const ParasolFile& file,
                                                     const std::string& wanted) {
  const auto sections = runtime_sections(file);
  if (wanted.empty()) {
    return used_section(file);
  }
  if (wanted == kNoRuntime) {
    return std::nullopt;
  }
  for (const FormulaSection section : sections) {
    if (names_of(section).section == wanted) {
      return section;
    }
  }
  return failure(
      ErrorCode::kInput,
      fmt::format("--runtime: the machine has no section '{}'; it has {}", printable(wanted),
                  sections.empty() ? "none" : names_of_sections(sections)));
}

Result<void> set_costs(const std::shared_ptr<const ParasolFile>& file, const std::string& wanted,
                       MachineModel& model) {
  const auto chosen = chosen_section(*file, wanted);
  if (!chosen) {
    return tl::unexpected(chosen.error());
  }
  if (!*chosen) {
    return {};
  }
  const FormulaSection section = **chosen;
  model.costs.send = call_cost(file, section, "send");
  model.costs.receive = call_cost(file, section, "receive");
  model.costs.pack = call_cost(file, section, "packbyte");
  model.costs.unpack = call_cost(file, section, "unpackbyte");
  const auto sections = runtime_sections(*file);
  if (wanted.empty() && sections.size() > 1) {
    model.notes.push_back(
        fmt::format("the costs of messages are those of {}; --runtime chooses "
                    "among {}",
                    names_of(section).section, names_of_sections(sections)));
  }
  if (auto note = unused_note(*file, section); !note.empty()) {
    model.notes.push_back(std::move(note));
  }
  return {};
}

}  // namespace

std::optional<FormulaSection> used_section(const ParasolFile& file) {
  const auto sections = runtime_sections(file);
  return sections.empty() ? std::nullopt : std::optional(sections.front());
}

Result<MachineModel> machine_model(const std::shared_ptr<const ParasolFile>& file,
                                   const machines::MachineOptions& options) {
  MachineModel model;
  model.owner = file;
  model.description = &file->description;
  if (const auto set = set_topology(*file, options.topology, model); !set) {
    return tl::unexpected(set.error());
  }
  if (const auto set = set_costs(file, options.runtime, model); !set) {
    return tl::unexpected(set.error());
  }
  return model;
}

std::shared_ptr<const ParasolFile> file_of(const machines::Machine& machine) {
  const auto* ours = dynamic_cast<const ParasolMachine*>(&machine);
  return ours == nullptr ? nullptr : std::static_pointer_cast<const ParasolFile>(ours->owner());
}

machines::MachineReading read_parasol_file(const SourceText& source,
                                           const machines::MachineOptions& options) {
  machines::MachineReading reading;
  auto parsed = parse_parasol_file(source);
  reading.diagnostics = std::move(parsed.diagnostics);
  if (parsed.file == nullptr) {
    return reading;
  }
  auto model = machine_model(parsed.file, options);
  if (model) {
    reading.machine = std::make_unique<ParasolMachine>(*std::move(model));
  } else {
    reading.diagnostics.push_back({Severity::kError, {}, model.error().message, {}});
  }
  return reading;
}

}  // namespace dps::parasol
