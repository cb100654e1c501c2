// The keys of a Parasol file, for `dps machine keys` and --what-if.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "predictor/machines/kinds/parasol/file/changes/parasol_changes.h"
#include "predictor/machines/kinds/parasol/file/changes/spot_values.h"
#include "predictor/machines/kinds/parasol/file/machine_model.h"
#include "predictor/machines/kinds/parasol/file/parasol_reader.h"

namespace dps::parasol {
namespace {

using machines::Better;
using machines::MachineKey;

/// The activity to which the time of these values belongs (MachineKey::path).
std::string_view path_of(const Target& target) {
  switch (target.kind) {
    case TargetKind::kTimings:
    case TargetKind::kSmallLoopSpeedup:
      return "compute";
    case TargetKind::kLinkLatency:
    case TargetKind::kLinkSpeed:
      return "under_way";
    case TargetKind::kFormula: {
      const std::string_view name = names_of(target.section).names[target.formula];
      const bool is_taken = name == "receive" || name.starts_with("unpack");
      return !is_run_time(target.section) ? "" : is_taken ? "take" : "send";
    }
    default:
      return "";
  }
}

class KeyReader {
 public:
  KeyReader(std::string_view text, const ParasolFile& file)
      : text_(text), file_(file), used_(used_section(file)) {}

  /// Returns nullopt if the file has none of these values.
  std::optional<MachineKey> read(std::string name, const Target& target) const {
    MachineKey key{std::move(name), "", better_of(target), nullptr, path_of(target), true, nullptr};
    bool is_known = false;
    SpotKind kind = SpotKind::kWord;
    visit_spots(file_, target, [&](const Spot& spot) {
      if (!spot.is_known()) {
        return;
      }
      const std::string_view value = value_of(spot);
      if (!is_known) {
        key.value = value;
      } else if (key.value != value) {
        key.value = kDiffers;
      }
      is_known = true;
      kind = spot.kind;
    });
    set_functions(key, kind);
    return is_known ? std::optional(std::move(key)) : std::nullopt;
  }

 private:
  [[nodiscard]] std::string_view value_of(const Spot& spot) const {
    return spot.place.empty() ? spot.fallback
                              : text_.substr(spot.place.begin, spot.place.end - spot.place.begin);
  }

  static void set_functions(MachineKey& key, SpotKind kind) {
    switch (kind) {
      case SpotKind::kTime:
        key.scale = scale_seconds_text;
        key.add = add_seconds_text;
        return;
      case SpotKind::kRatio:
        key.scale = scale_seconds_text;
        return;
      case SpotKind::kWhole:
        key.scale = scale_whole_text;
        return;
      case SpotKind::kFormula:
        key.scale = scale_formula_text;
        key.add = add_formula_text;
        return;
      case SpotKind::kWord:
        return;
    }
  }

  /// The better direction of a value; only values in the questions of `--what-if all` have one.
  [[nodiscard]] Better better_of(const Target& target) const {
    static const std::uint32_t improvable =
        operations::find_group("flow") | operations::find_group("arithmetic") |
        operations::find_group("intrinsics") | operations::find_group("compare") |
        operations::find_group("array");
    switch (target.kind) {
      case TargetKind::kTimings:
        return (target.group & improvable) != 0 ? Better::kLess : Better::kNeither;
      case TargetKind::kSmallLoopSpeedup:
        return Better::kMore;
      case TargetKind::kSetup:
        return Better::kLess;
      case TargetKind::kLinkLatency:
      case TargetKind::kLinkSpeed:
        return target.second.is_all ? Better::kLess : Better::kNeither;
      case TargetKind::kFormula:
        return used_ && target.section == *used_ ? Better::kLess : Better::kNeither;
      default:
        return Better::kNeither;
    }
  }

  std::string_view text_;
  const ParasolFile& file_;  // borrowed
  std::optional<FormulaSection> used_;
};

struct NamedTarget {
  std::string name;
  Target target;
};

void add(std::vector<NamedTarget>& names, std::string name) {
  if (auto target = parse_target(name)) {
    names.push_back({std::move(name), *std::move(target)});
  }
}

/// Adds the names of timings with their targets. Most names are of this kind, so no target is
/// parsed.
void add_timing_names(const Processor& processor, std::vector<NamedTarget>& names) {
  Target target;
  target.first.ranges.emplace_back(processor.id, processor.id);
  for (std::uint32_t i = 0; i < operations::kOperationCount; ++i) {
    target.operation = i;
    names.push_back(
        {fmt::format("pt({}).{}", processor.id, operations::all_operations()[i].name), target});
  }
}

std::vector<NamedTarget> all_names(const ParasolFile& file) {
  std::vector<NamedTarget> names;
  for (const Processor& processor : file.description.processors) {
    add_timing_names(processor, names);
    for (const std::string_view field : {"size", "speed", "smallloopspeedup"}) {
      add(names, fmt::format("pc({}).{}", processor.id, field));
    }
  }
  for (const TopologyDescription& topology : file.description.topologies) {
    add(names, fmt::format("to({}).setup", topology.id));
    add(names, fmt::format("tl({})(*).latency", topology.id));
    add(names, fmt::format("tl({})(*).speed", topology.id));
  }
  for (const VirtualTopology& topology : file.description.virtuals) {
    add(names, fmt::format("vt({}).setup", topology.id));
  }
  for (const Formula& formula : file.formulas) {
    add(names, text_of(formula.name));
  }
  for (const Processor& processor : file.description.processors) {
    for (const operations::ParasolOperationGroup& group : operations::operation_groups()) {
      add(names, fmt::format("pt({}).@{}", processor.id, group.name));
    }
  }
  return names;
}

}  // namespace

std::vector<MachineKey> keys_of(std::string_view text, const ParasolFile& file) {
  std::vector<MachineKey> keys;
  const KeyReader reader(text, file);
  for (NamedTarget& one : all_names(file)) {
    if (auto key = reader.read(std::move(one.name), one.target)) {
      keys.push_back(*std::move(key));
    }
  }
  return keys;
}

std::vector<MachineKey> parasol_keys(std::string_view text) {
  const auto file = parse_parasol_text(text).file;
  return file == nullptr ? std::vector<MachineKey>{} : keys_of(text, *file);
}

std::optional<MachineKey> find_parasol_key(std::string_view text, std::string_view name) {
  const auto target = parse_target(name);
  const auto file = target ? parse_parasol_text(text).file : nullptr;
  return file == nullptr ? std::nullopt : KeyReader(text, *file).read(std::string(name), *target);
}

}  // namespace dps::parasol
