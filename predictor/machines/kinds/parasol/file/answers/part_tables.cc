#include "predictor/machines/kinds/parasol/file/answers/part_tables.h"

#include "predictor/machines/kinds/parasol/file/evaluator.h"

namespace dps::parasol {
namespace {

using text::Cell;
using text::cell_of;
using text::ColumnKind;
using text::Table;

Cell text_cell(const std::optional<std::string>& text) {
  return cell_of(text);
}

bool is_meant(std::uint64_t id, std::optional<std::uint64_t> wanted) {
  return !wanted || *wanted == id;
}

std::optional<double> mean_of(const std::optional<Timing>& timing) {
  return timing ? std::optional(timing->mean) : std::nullopt;
}

}  // namespace

Table processors_table(const ParasolFile& file, std::optional<std::uint64_t> id) {
  Table table{{{"processor", ColumnKind::kNumber, "processor"},
               {"name", ColumnKind::kText, "name"},
               {"known_timings", ColumnKind::kNumber, "timings"},
               {"cache_size", ColumnKind::kNumber, "cache"},
               {"cache_speed_s", ColumnKind::kNumber, "per word (s)"},
               {"small_loop_speedup", ColumnKind::kNumber, "small loops"}},
              {}};
  for (const Processor& one : file.description.processors) {
    if (is_meant(one.id, id)) {
      table.rows.push_back({one.id, text_cell(one.name), std::uint64_t{one.known_timings()},
                            one.cache_size, cell_of(mean_of(one.cache_speed)),
                            one.small_loop_speedup.mean});
    }
  }
  return table;
}

Table timings_table(const ParasolFile& file, std::optional<std::uint64_t> id) {
  Table table{{{"processor", ColumnKind::kNumber, "processor"},
               {"name", ColumnKind::kText, "name"},
               {"mean_s", ColumnKind::kNumber, "mean (s)"},
               {"deviation_s", ColumnKind::kNumber, "deviation (s)"},
               {"meaning", ColumnKind::kText, "meaning"}},
              {}};
  for (const Processor& one : file.description.processors) {
    if (!is_meant(one.id, id)) {
      continue;
    }
    for (std::size_t i = 0; i < operations::kOperationCount; ++i) {
      const auto& timing = one.timings[i];
      table.rows.push_back({one.id, std::string(operations::all_operations()[i].name),
                            cell_of(mean_of(timing)), timing ? cell_of(timing->deviation) : Cell(),
                            std::string(operations::all_operations()[i].meaning)});
    }
  }
  return table;
}

Table topologies_table(const ParasolFile& file, std::optional<std::uint64_t> id) {
  Table table{{{"topology", ColumnKind::kNumber, "topology"},
               {"name", ColumnKind::kText, "name"},
               {"routing", ColumnKind::kText, "routing"},
               {"processors", ColumnKind::kNumber, "processors"},
               {"links", ColumnKind::kNumber, "links"},
               {"setup_s", ColumnKind::kNumber, "set-up (s)"}},
              {}};
  for (std::size_t i = 0; i < file.description.topologies.size(); ++i) {
    const TopologyDescription& one = file.description.topologies[i];
    if (is_meant(one.id, id)) {
      table.rows.push_back({one.id, text_cell(one.name), file.routers[i].text(),
                            std::uint64_t{one.processors}, std::uint64_t{one.links.size()},
                            one.setup.mean});
    }
  }
  return table;
}

Table virtuals_table(const ParasolFile& file, std::optional<std::uint64_t> id) {
  Table table{{{"virtual", ColumnKind::kNumber, "virtual"},
               {"name", ColumnKind::kText, "name"},
               {"routing", ColumnKind::kText, "routing"},
               {"processors", ColumnKind::kNumber, "processors"},
               {"neighbours", ColumnKind::kNumber, "neighbours"},
               {"setup_s", ColumnKind::kNumber, "set-up (s)"}},
              {}};
  for (const VirtualTopology& one : file.description.virtuals) {
    if (!is_meant(one.id, id)) {
      continue;
    }
    const RoutingRule& rule = *find_routing(one.routing);
    const ProcessorGrid grid = grid_of(one);
    table.rows.push_back(
        {one.id, text_cell(one.name),
         one.routing + (rule.shape == RoutingShape::kBroadcast ? "" : " " + grid.text()),
         std::uint64_t{one.processors}, neighbour_count(one.processors, rule, grid),
         one.setup.mean});
  }
  return table;
}

std::optional<ParasolValue> formula_value(const ParasolFile& file, const Formula& formula) {
  const auto value = evaluate(file, formula.expression, {});
  return value ? std::optional(*value) : std::nullopt;
}

Table formulas_table(const ParasolFile& file) {
  Table table{{{"name", ColumnKind::kText, "name"},
               {"text", ColumnKind::kText, "formula"},
               {"value", ColumnKind::kNumber, "value"}},
              {}};
  for (const Formula& formula : file.formulas) {
    const auto value = formula_value(file, formula);
    const bool is_count = value && value->is_whole && value->whole >= 0;
    table.rows.push_back({text_of(formula.name), formula.text,
                          !value     ? Cell()
                          : is_count ? Cell(static_cast<std::uint64_t>(value->whole))
                                     : Cell(value->as_double())});
  }
  return table;
}

}  // namespace dps::parasol
