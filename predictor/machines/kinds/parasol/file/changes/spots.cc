#include "predictor/machines/kinds/parasol/file/changes/spots.h"

namespace dps::parasol {
namespace {

using Visit = std::function<void(const Spot&)>;

void visit_timing(const ProcessorPlaces& places, std::size_t operation, const Visit& visit) {
  visit({SpotKind::kTime, places.timings[operation], "",
         operations::all_operations()[operation].name, places.timings_block, "timings",
         places.block});
}

void visit_timings(const ProcessorPlaces& places, const Target& target, const Visit& visit) {
  if (target.operation) {
    visit_timing(places, *target.operation, visit);
    return;
  }
  for (std::size_t i = 0; i < operations::kOperationCount; ++i) {
    if ((operations::all_operations()[i].groups & target.group) != 0) {
      visit_timing(places, i, visit);
    }
  }
}

void visit_cache(const ProcessorPlaces& places, TargetKind kind, const Visit& visit) {
  Spot spot{SpotKind::kWhole,   places.cache_size, "1",         "size",
            places.cache_block, "cache",           places.block};
  if (kind == TargetKind::kCacheSpeed) {
    spot.kind = SpotKind::kTime;
    spot.place = places.cache_speed;
    spot.fallback = "";
    spot.field = "speed";
  } else if (kind == TargetKind::kSmallLoopSpeedup) {
    spot.kind = SpotKind::kRatio;
    spot.place = places.small_loop_speedup;
    spot.fallback = "1.0";
    spot.field = "smallloopspeedup";
  }
  visit(spot);
}

void visit_processors(const ParasolFile& file, const Target& target, const Visit& visit) {
  for (std::size_t i = 0; i < file.description.processors.size(); ++i) {
    if (!target.first.has(file.description.processors[i].id)) {
      continue;
    }
    const ProcessorPlaces& places = file.places.processors[i];
    if (target.kind == TargetKind::kTimings) {
      visit_timings(places, target, visit);
    } else {
      visit_cache(places, target.kind, visit);
    }
  }
}

void visit_formula(const ParasolFile& file, const FormulaName& name, const BlockPlace& block,
                   const BlockPlace& parent, const Visit& visit) {
  const Formula* formula = file.find(name);
  const SectionNames& names = names_of(name.section);
  visit({SpotKind::kFormula, formula == nullptr ? text::Range{} : formula->expression.place, "",
         names.names[name.name], block, names.section, parent});
}

void visit_formulas(const ParasolFile& file, const Target& target, const Visit& visit) {
  FormulaName name{target.section, 0, target.formula};
  if (target.section != FormulaSection::kCombinations) {
    visit_formula(file, name, file.places.sections[static_cast<std::size_t>(target.section)],
                  file.places.machine, visit);
    return;
  }
  for (std::size_t i = 0; i < file.description.processors.size(); ++i) {
    name.processor = file.description.processors[i].id;
    if (target.first.has(name.processor)) {
      const ProcessorPlaces& places = file.places.processors[i];
      visit_formula(file, name, places.combinations_block, places.block, visit);
    }
  }
}

void visit_links(const TopologyPlaces& places, const Target& target, const Visit& visit) {
  for (std::size_t i = 0; i < places.links.size(); ++i) {
    if (target.second.has(i + 1)) {
      const bool is_latency = target.kind == TargetKind::kLinkLatency;
      visit({SpotKind::kTime,
             is_latency ? places.links[i].latency : places.links[i].speed,
             "",
             "",
             {},
             "",
             {}});
    }
  }
}

void visit_entries(const TopologyPlaces& places, const Target& target, const Visit& visit) {
  for (std::size_t i = 0; i < places.types.size(); ++i) {
    if (target.second.has(i + 1)) {
      visit({SpotKind::kWhole, places.types[i], "", "", {}, "", {}});
    }
  }
}

void visit_topology(const TopologyPlaces& places, const Target& target, const Visit& visit) {
  switch (target.kind) {
    case TargetKind::kLinkLatency:
    case TargetKind::kLinkSpeed:
      visit_links(places, target, visit);
      return;
    case TargetKind::kType:
    case TargetKind::kMap:
      visit_entries(places, target, visit);
      return;
    case TargetKind::kSetup:
    case TargetKind::kVirtualSetup:
      visit({SpotKind::kTime, places.setup, "0.0", "setup", places.block, "", {}});
      return;
    case TargetKind::kDimensions:
    case TargetKind::kVirtualDimensions:
      visit({SpotKind::kWord, places.dimensions, "", "dimensions", places.block, "", {}});
      return;
    case TargetKind::kVirtualMap:
      visit({SpotKind::kWord, places.list.whole, "", "map", places.block, "", {}});
      return;
    default:
      visit({SpotKind::kWord, places.routing, "", "routing", places.block, "", {}});
  }
}

}  // namespace

void visit_spots(const ParasolFile& file, const Target& target, const Visit& visit) {
  if (target.kind == TargetKind::kFormula) {
    visit_formulas(file, target, visit);
    return;
  }
  if (target.kind <= TargetKind::kSmallLoopSpeedup) {
    visit_processors(file, target, visit);
    return;
  }
  const bool is_virtual = target.kind >= TargetKind::kVirtualSetup;
  const auto& places = is_virtual ? file.places.virtuals : file.places.topologies;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::uint64_t id =
        is_virtual ? file.description.virtuals[i].id : file.description.topologies[i].id;
    if (target.first.has(id)) {
      visit_topology(places[i], target, visit);
    }
  }
}

}  // namespace dps::parasol
