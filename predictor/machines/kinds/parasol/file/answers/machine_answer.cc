#include "predictor/machines/kinds/parasol/file/answers/machine_answer.h"

#include <array>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/escape.h"
#include "base/units.h"
#include "predictor/machines/kinds/parasol/file/answers/part_tables.h"

namespace dps::parasol {
namespace {

using Json = nlohmann::ordered_json;
using text::Cell;
using text::Table;

constexpr std::array kWords{"processors", "timings", "topologies", "links", "routes", "formulas"};

/// A part, with the id in its brackets.
struct Part {
  std::string name;
  std::optional<std::uint64_t> id;
};

Part part_of(const std::string& text) {
  const std::size_t open = text.find('(');
  if (open == std::string::npos || !text.ends_with(")")) {
    return {text, std::nullopt};
  }
  std::uint64_t id = 0;
  const char* last = text.data() + text.size() - 1;
  const auto [end, error] = std::from_chars(text.data() + open + 1, last, id);
  return error == std::errc{} && end == last ? Part{text.substr(0, open), id}
                                             : Part{text, std::nullopt};
}

// --- parts --------------------------------------------------------------------------------------

Json links_json(const TopologyDescription& topology) {
  Json list = Json::array();
  for (std::size_t i = 0; i < topology.links.size(); ++i) {
    const Link& link = topology.links[i];
    const auto ends = topology.ends_of(link);
    list.push_back({{"link", i + 1},
                    {"connect", std::vector<std::uint32_t>(ends.begin(), ends.end())},
                    {"latency_s", link.latency},
                    {"seconds_per_byte", link.speed}});
  }
  return list;
}

Table links_table(const TopologyDescription& topology) {
  Table table{{{"link", text::ColumnKind::kNumber, "link"},
               {"connect", text::ColumnKind::kText, "processors"},
               {"latency_s", text::ColumnKind::kNumber, "latency (s)"},
               {"seconds_per_byte", text::ColumnKind::kNumber, "per byte (s)"}},
              {}};
  for (std::size_t i = 0; i < topology.links.size(); ++i) {
    std::string ends;
    for (const std::uint32_t end : topology.ends_of(topology.links[i])) {
      ends += (ends.empty() ? "" : " ") + std::to_string(end);
    }
    table.rows.push_back(
        {std::uint64_t{i + 1}, ends, topology.links[i].latency, topology.links[i].speed});
  }
  return table;
}

Table map_table(const VirtualTopology& topology) {
  Table table{{{"processor"}, {"hardware"}}, {}};
  for (std::size_t i = 0; i < topology.map.size(); ++i) {
    table.rows.push_back({std::uint64_t{i + 1}, std::uint64_t{topology.map[i]}});
  }
  return table;
}

/// A part as a table, and its key in JSON; nullopt: there is no such part.
struct PartTable {
  std::string key;
  Table table;
  const TopologyDescription* links = nullptr;  ///< whose links it has
};

std::optional<PartTable> topology_part(const ParasolFile& file, const Part& part) {
  const Description& machine = file.description;
  const bool is_links = part.name == "links" || part.name == "tl";
  if (is_links && !machine.topologies.empty()) {
    const TopologyDescription* topology =
        part.id ? find_by_id(machine.topologies, *part.id) : &machine.topologies.front();
    return topology == nullptr
               ? std::nullopt
               : std::optional(PartTable{"links", links_table(*topology), topology});
  }
  if (part.name == "vm" && part.id) {
    const auto* topology = find_by_id(machine.virtuals, *part.id);
    return topology == nullptr ? std::nullopt
                               : std::optional(PartTable{"map", map_table(*topology)});
  }
  if (part.name == "vt" && part.id) {
    return PartTable{"virtuals", virtuals_table(file, part.id)};
  }
  return std::nullopt;
}

std::optional<PartTable> table_of(const ParasolFile& file, const Part& part) {
  const auto is = [&](std::string_view all, std::string_view one) {
    return part.id ? part.name == one : part.name == all;
  };
  if (is("processors", "pr")) {
    return PartTable{"processors", processors_table(file, part.id)};
  }
  if (is("timings", "pt")) {
    return PartTable{"timings", timings_table(file, part.id)};
  }
  if (is("topologies", "to")) {
    return PartTable{"topologies", topologies_table(file, part.id)};
  }
  if (part.name == "formulas" && !part.id) {
    return PartTable{"formulas", formulas_table(file)};
  }
  return topology_part(file, part);
}

/// All topologies and virtual ones, with their routings.
std::string routes_text(const ParasolFile& file) {
  std::string text = text::grid_of(topologies_table(file, std::nullopt)).text();
  if (!file.description.virtuals.empty()) {
    text += "\n" + text::grid_of(virtuals_table(file, std::nullopt)).text();
  }
  return text;
}

// --- the whole ----------------------------------------------------------------------------------

std::string type_name(const Processor& processor) {
  return processor.name.value_or(fmt::format("pr({})", processor.id));
}

Json head_json(const ParasolFile& file, const MachineModel& model,
               const std::vector<std::string>& notes) {
  Json known = Json::object();
  for (const Processor& processor : file.description.processors) {
    std::string name = printable(type_name(processor));
    name = known.contains(name) ? fmt::format("pr({})", processor.id) : name;
    known[name] = processor.known_timings();
  }
  const std::uint32_t hosts = model.topology == nullptr  ? 0
                              : model.mapping == nullptr ? model.topology->processors
                                                         : model.mapping->processors;
  return {{"format", "dps-machine"},
          {"version", 1},
          {"kind", "parasol"},
          {"name", printable(file.description.name)},
          {"host_count", hosts},
          {"router_count", 0},
          {"link_count", model.topology == nullptr ? 0 : model.topology->links.size()},
          {"shape", model.router == nullptr ? "" : model.router->text()},
          {"notes", notes},
          {"known_timings", known}};
}

std::string summary_csv(const Json& head) {
  std::string names;
  std::string values;
  for (const char* key : {"kind", "name", "host_count", "router_count", "link_count", "shape"}) {
    names += (names.empty() ? "" : ",") + std::string(key);
    values +=
        (values.empty() ? "" : ",") +
        (head[key].is_string() ? text::csv_field(head[key].get<std::string>()) : head[key].dump());
  }
  return names + "\n" + values + "\n";
}

/// The parts of the machine; of each kind that has ids, the first one.
std::vector<std::string> part_names(const Description& machine) {
  std::vector<std::string> names;
  for (const std::string_view word : kWords) {
    if (word != "links" || !machine.topologies.empty()) {
      names.emplace_back(word);
    }
  }
  const auto add_first = [&](const auto& elements, std::initializer_list<const char*> kinds) {
    for (const char* kind : kinds) {
      if (!elements.empty()) {
        names.push_back(fmt::format("{}({})", kind, elements.front().id));
      }
    }
  };
  add_first(machine.processors, {"pr", "pt"});
  add_first(machine.topologies, {"to", "tl"});
  add_first(machine.virtuals, {"vt", "vm"});
  return names;
}

Error no_such_part(const Description& machine, const std::string& part) {
  const std::vector<std::string> names = part_names(machine);
  return {ErrorCode::kInput,
          fmt::format("this machine has no part '{}'; its parts are {}{}", printable(part),
                      fmt::join(names, ", "), did_you_mean(part, names))};
}

std::string routes_json(Json head, const ParasolFile& file) {
  head["topologies"] = text::json_rows(topologies_table(file, std::nullopt));
  head["virtuals"] = text::json_rows(virtuals_table(file, std::nullopt));
  return head.dump(2) + "\n";
}

}  // namespace

std::string summary_text(const ParasolFile& file) {
  const Description& machine = file.description;
  std::string out = fmt::format("machine {} '{}'\n", machine.id, printable(machine.name));
  for (const Processor& one : machine.processors) {
    out += fmt::format(
        "processor {} '{}': {} of {} timings, cache of {}, small loops {} times as "
        "fast\n",
        one.id, printable(one.name.value_or("-")), one.known_timings(), operations::kOperationCount,
        one.cache_size, one.small_loop_speedup.mean);
  }
  for (std::size_t i = 0; i < machine.topologies.size(); ++i) {
    const TopologyDescription& one = machine.topologies[i];
    out += fmt::format("topology {} '{}': {}, {}, {}, set-up {} s\n", one.id,
                       printable(one.name.value_or("-")), file.routers[i].text(),
                       counted(one.processors, "processor"), counted(one.links.size(), "link"),
                       one.setup.mean);
  }
  for (const VirtualTopology& one : machine.virtuals) {
    const RoutingRule& rule = *find_routing(one.routing);
    const ProcessorGrid grid = grid_of(one);
    out += fmt::format("virtual topology {} '{}': {}{}, {}, {}, set-up {} s\n", one.id,
                       printable(one.name.value_or("-")), one.routing,
                       rule.shape == RoutingShape::kBroadcast ? "" : " " + grid.text(),
                       counted(one.processors, "processor"),
                       counted(neighbour_count(one.processors, rule, grid), "neighbour"),
                       one.setup.mean);
  }
  for (const Formula& formula : file.formulas) {
    const auto value = formula_value(file, formula);
    out += fmt::format("{} = {}  ({})\n", text_of(formula.name), value ? text_of(*value) : "-",
                       printable(formula.text));
  }
  return out;
}

Result<std::string> describe(const ParasolFile& file, const MachineModel& model,
                             const std::vector<std::string>& notes, const std::string& part,
                             AnswerFormat format) {
  Json head = head_json(file, model, notes);
  if (part.empty()) {
    return format == AnswerFormat::kJson  ? head.dump(2) + "\n"
           : format == AnswerFormat::kCsv ? summary_csv(head)
                                          : summary_text(file);
  }
  if (part == "routes" && format != AnswerFormat::kCsv) {
    return format == AnswerFormat::kJson ? routes_json(std::move(head), file) : routes_text(file);
  }
  auto found = table_of(file, part_of(part == "routes" ? "topologies" : part));
  if (!found || (found->table.rows.empty() && part_of(part).id)) {
    return tl::unexpected(no_such_part(file.description, part));
  }
  if (format == AnswerFormat::kText) {
    return text::grid_of(found->table).text();
  }
  if (format == AnswerFormat::kCsv) {
    return text::csv_of(found->table, text::LineEnd::kLineFeed);
  }
  head[found->key] =
      found->links != nullptr ? links_json(*found->links) : text::json_rows(found->table);
  return head.dump(2) + "\n";
}

}  // namespace dps::parasol
