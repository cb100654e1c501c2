#include "blueprint/graph.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/constraint_text.h"
#include "blueprint/flows.h"
#include "blueprint/graph_labels.h"
#include "blueprint/operations_text.h"
#include "blueprint/process_names.h"
#include "blueprint/reach.h"

namespace dps::blueprint {
namespace {

constexpr std::size_t kMostHosts = 4;   // listed for one P line
constexpr std::size_t kMostRanges = 4;  // of indices

/// Returns `text` as a quoted Graphviz string.
std::string dot_quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out + "\"";
}

/// A functionality in a unit of a P line: the index of the group, the definitions of the unit and
/// of the functionality.
using FunctionalityKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

std::string unit_id(std::uint32_t group, std::uint32_t unit) {
  return "g" + std::to_string(group) + "_u" + std::to_string(unit);
}

std::string functionality_id(const FunctionalityKey& key) {
  return unit_id(std::get<0>(key), std::get<1>(key)) + "_f" + std::to_string(std::get<2>(key));
}

std::string component_id(const FunctionalityKey& key, char kind, std::uint32_t definition) {
  return functionality_id(key) + "_" + kind + std::to_string(definition);
}

/// One functionality of all clones of a P line.
struct MergedFunctionality {
  const Functionality* first = nullptr;  ///< the first clone's instance; it has the components
  /// The different instances that can fire; `first` if none can.
  std::vector<const Functionality*> clones;
  /// The next nodes of all clones, with the labels of the edges: how many firings go on to each.
  std::map<std::string, std::set<std::string>> targets;
  std::set<std::string> chances;  ///< "80 %" of an alternative; those of all clones
};

std::string wait_id(const std::string& unit) {
  return unit + "_wait";
}

class GraphWriter {
 public:
  explicit GraphWriter(const Program& program)
      : program_(program), reach_(program), flows_(program, reach_) {
    for (std::uint32_t at = 0; at < program.groups.size(); ++at) {
      enter_group(at);
    }
  }

  std::string write(const std::string& title) {
    out_ = "digraph " + dot_quoted(printable(title)) + " {\n";
    line("  rankdir=LR; compound=true; fontname=\"Helvetica\";");
    line("  node [fontname=\"Helvetica\", fontsize=10];");
    line("  edge [fontname=\"Helvetica\", fontsize=9];");
    for (std::uint32_t at = 0; at < program_.groups.size(); ++at) {
      write_group(at);
    }
    write_messages();
    return out_ + "}\n";
  }

 private:
  void line(const std::string& text) { out_ += text + "\n"; }

  /// An edge that leads back does not influence the layout.
  void control(const std::string& from, const std::string& to, const std::string& label = "",
               bool leads_back = false) {
    line("  " + from + " -> " + to + " [style=dashed" +
         (label.empty() ? "" : ", label=" + dot_quoted(label)) +
         (leads_back ? ", constraint=false" : "") + "];");
  }

  void enter_group(std::uint32_t at) {
    const ProcessGroup& group = program_.groups[at];
    std::set<std::uint32_t> seen;
    for (std::uint32_t i = 0; i < group.count; ++i) {
      const std::uint32_t plan = program_.plan_of[index(group.first) + i];
      if (plan != kNone && seen.insert(plan).second) {
        enter_plan(at, plan);
      }
    }
    for (auto it = functionalities_.lower_bound({at, 0, 0}); it != functionalities_.end(); ++it) {
      if (it->second.clones.empty()) {
        it->second.clones.push_back(it->second.first);
      }
    }
  }

  void enter_plan(std::uint32_t group, std::uint32_t plan) {
    const std::span<const std::uint32_t> units = program_.units_of(program_.plans[plan]);
    for (const std::uint32_t at : units) {
      const Unit& unit = program_.units[at];
      auto& listed = units_of_[group];
      if (std::find(listed.begin(), listed.end(), unit.definition) == listed.end()) {
        listed.push_back(unit.definition);
      }
      for (std::uint32_t position = 0; position < unit.functionalities.count; ++position) {
        enter(group, unit, position, units);
      }
    }
    for (const Firing& firing : reach_.firings_of(plan)) {
      const Functionality& fired = program_.functionalities[firing.functionality];
      const std::uint32_t unit = program_.units[units[firing.unit]].definition;
      auto& clones = functionalities_[{group, unit, fired.definition}].clones;
      if (clones.empty() || clones.back() != &fired) {
        clones.push_back(&fired);
      }
    }
  }

  std::string chance_of(const Unit& unit, std::uint32_t position) const {
    const auto list = program_.alternatives_of(unit);
    const double weight = program_.weight_of(unit, position);
    const double sum = list.empty() ? 1 : list[program_.end_of_choice(unit, position) - 1].weights;
    return weight == sum ? "" : fmt::format("{:.3g} %", 100 * weight / sum);
  }

  void enter(std::uint32_t group, const Unit& unit, std::uint32_t position,
             std::span<const std::uint32_t> units) {
    const std::uint32_t at = program_.functionalities_of(unit)[position];
    const Functionality& functionality = program_.functionalities[at];
    const FunctionalityKey key{group, unit.definition, functionality.definition};
    MergedFunctionality& merged = functionalities_[key];
    merged.first = merged.first == nullptr ? &functionality : merged.first;
    merged.chances.insert(chance_of(unit, position));
    const auto legs = program_.nexts_of(functionality);
    for (std::size_t i = 0; i < legs.size(); ++i) {
      const std::string target =
          legs[i].target == kNextComplete ? "g" + std::to_string(group) + "_end"
          : legs[i].target == kNextSame
              ? wait_id(unit_id(group, unit.definition))
              : unit_id(group, program_.units[units[legs[i].target]].definition);
      merged.targets[target].insert(legs.size() == 1      ? ""
                                    : i + 1 < legs.size() ? format_count(legs[i].firings) + " ×"
                                                          : "then");
    }
    if (functionality.collection != kNone) {
      for (const CountedTag& pair :
           program_.pairs_of(program_.collections[functionality.collection])) {
        waiting_[{group, pair.mid}].insert(key);
      }
    }
  }

  void write_group(std::uint32_t at) {
    const ProcessGroup& group = program_.groups[at];
    const std::string id = "g" + std::to_string(at);
    line("  subgraph cluster_" + id + " {");
    line("    label=" +
         dot_quoted(printable(name_of(program_, group)) + (group.server ? " (server)" : "") +
                    terrain_of(group)) +
         "; style=rounded;");
    line("    " + id + "_start [label=\"start\", shape=plaintext];");
    bool ends = false;
    for (const std::uint32_t unit : units_of_[at]) {
      write_unit(at, unit, ends);
    }
    if (ends) {
      line("    " + id + "_end [label=\"\", shape=doublecircle, width=0.15];");
    }
    line("  }");
    control(id + "_start", unit_id(at, units_of_[at].front()));
    for (auto it = functionalities_.lower_bound({at, 0, 0});
         it != functionalities_.end() && std::get<0>(it->first) == at; ++it) {
      write_control(it->first, it->second);
    }
  }

  /// The hosts of the processes in lines below the name: "on A: TYPE = SUN", or "[0..2] on A".
  std::string terrain_of(const ProcessGroup& group) const {
    if (program_.logical_host_of.empty()) {
      return "";
    }
    std::map<std::uint32_t, ProcessSet> placed;  // key: the logical host
    for (std::uint32_t i = 0; i < group.count; ++i) {
      const std::uint32_t host = program_.logical_host_of[index(group.first) + i];
      if (host != kNone) {
        placed[host].append(i, 1);
      }
    }
    std::string text;
    std::size_t shown = 0;
    for (const auto& [host, indices] : placed) {
      if (shown++ == kMostHosts) {
        return text + "\nand " + format_count(placed.size() - kMostHosts) + " more hosts";
      }
      const LogicalHost& logical = program_.logical_hosts[host];
      const bool is_all = indices.size() == group.count;
      text += "\n" + (is_all ? "" : indices_of(indices) + " ") + "on " + printable(logical.htag);
      for (std::size_t c = 0; c < logical.constraints.size(); ++c) {
        text += (c == 0 ? ": " : ", ") + text_of(logical.constraints[c]);
      }
    }
    return text;
  }

  /// "[0]", "[0..2,5]"; after a few ranges "…".
  static std::string indices_of(const ProcessSet& indices) {
    std::string text;
    std::size_t shown = 0;
    for (const ProcessRange& range : indices.ranges()) {
      if (shown++ == kMostRanges) {
        text += ",…";
        break;
      }
      text += (text.empty() ? "" : ",") + std::to_string(range.first) +
              (range.count == 1 ? "" : ".." + std::to_string(range.last())) +
              (range.step == 1 ? "" : ":" + std::to_string(range.step));
    }
    return "[" + text + "]";
  }

  void write_unit(std::uint32_t group, std::uint32_t unit, bool& ends) {
    const std::string id = unit_id(group, unit);
    line("    subgraph cluster_" + id + " {");
    line("      label=" + dot_quoted(printable(program_.tag(unit))) + "; style=solid;");
    line("      " + id + " [label=\"\", shape=circle, width=0.15, style=filled, fillcolor=black];");
    const std::string end = "g" + std::to_string(group) + "_end";
    for (auto it = functionalities_.lower_bound({group, unit, 0});
         it != functionalities_.end() && std::get<0>(it->first) == group &&
         std::get<1>(it->first) == unit;
         ++it) {
      write_components(it->first, it->second);
      ends = ends || it->second.targets.contains(end);
    }
    const bool waits = waits_in(group, unit);
    if (waits) {
      line("      " + wait_id(id) + " [label=\"wait\", shape=circle, width=0.3, fontsize=8];");
    }
    line("    }");
    if (waits && !fires_at_once(group, unit)) {
      control(id, wait_id(id));
    }
  }

  /// Calls `visit` with the functionalities of a unit until it returns true; returns if it did.
  template <typename Visit>
  bool any_of_unit(std::uint32_t group, std::uint32_t unit, Visit visit) const {
    for (auto it = functionalities_.lower_bound({group, unit, 0});
         it != functionalities_.end() && std::get<0>(it->first) == group &&
         std::get<1>(it->first) == unit;
         ++it) {
      if (visit(it->second)) {
        return true;
      }
    }
    return false;
  }

  /// A process may wait for a message in the unit.
  bool waits_in(std::uint32_t group, std::uint32_t unit) const {
    const std::string wait = wait_id(unit_id(group, unit));
    return any_of_unit(group, unit, [&](const MergedFunctionality& merged) {
      return merged.first->collection != kNone || merged.targets.contains(wait);
    });
  }

  /// A functionality with itag NULL fires when the unit becomes active.
  bool fires_at_once(std::uint32_t group, std::uint32_t unit) const {
    return any_of_unit(group, unit, [](const MergedFunctionality& merged) {
      return merged.first->collection == kNone;
    });
  }

  void write_components(const FunctionalityKey& key, const MergedFunctionality& merged) {
    line("      subgraph cluster_" + functionality_id(key) + " {");
    line("        label=" + dot_quoted(printable(program_.tag(merged.first->definition))) +
         "; style=dotted;");
    for (const auto& [id, label, shape] : components(key, merged)) {
      line(fmt::format("        {} [label={}, shape={}];", id, dot_quoted(label), shape));
    }
    line("      }");
  }

  struct Component {
    std::string id;
    std::string label;
    std::string shape;
  };

  /// Returns the components in the order of a firing: input, computations, outputs.
  std::vector<Component> components(const FunctionalityKey& key,
                                    const MergedFunctionality& merged) const {
    std::vector<Component> list;
    list.push_back(
        {functionality_id(key) + "_in", input_label(program_, merged.clones), "ellipse"});
    const auto computations = program_.computations_of(*merged.first);
    for (std::size_t i = 0; i < computations.size() / merged.first->steps; ++i) {
      const std::uint32_t definition = program_.computations[computations[i]].definition;
      list.push_back({component_id(key, 'c', definition),
                      computation_label(program_, merged.clones, definition), "box"});
    }
    for (const std::uint32_t at : program_.outputs_of(*merged.first, 0)) {
      const std::uint32_t definition = program_.outputs[at].definition;
      list.push_back(
          {component_id(key, 'o', definition), printable(program_.tag(definition)), "cds"});
    }
    return list;
  }

  void write_control(const FunctionalityKey& key, const MergedFunctionality& merged) {
    const auto parts = components(key, merged);
    const std::string unit = unit_id(std::get<0>(key), std::get<1>(key));
    control(merged.first->collection == kNone ? unit : wait_id(unit), parts.front().id,
            edge_label(merged.chances));
    for (std::size_t i = 1; i < parts.size(); ++i) {
      control(parts[i - 1].id, parts[i].id);
    }
    for (const auto& [target, labels] : merged.targets) {
      const bool leads_back = merged.first->collection != kNone && target == wait_id(unit);
      control(parts.back().id, target, edge_label(labels), leads_back);
    }
  }

  /// The label for the firings that have this next unit: "9 ×", "then"; "…" if clones differ.
  static std::string edge_label(const std::set<std::string>& labels) {
    return labels.size() == 1                              ? *labels.begin()
           : labels.size() == 2 && labels.contains("then") ? *labels.begin() + ", then"
                                                           : "…";
  }

  void write_messages() {
    std::map<std::pair<std::string, std::string>, std::string> edges;  // ends to attributes
    const auto senders = outputs_by_group();
    const auto operations = collective_labels(program_);
    for (const auto& [definition, label] : operations) {
      line("  " + operation_id(definition) + " [shape=hexagon, label=" + dot_quoted(label) + "];");
    }
    for (const Bundle& bundle : flows_.bundles()) {
      if (bundle.inside) {
        continue;
      }
      const bool is_completion = operations.contains(bundle.definition);
      for (const std::uint32_t from : groups_in(program_, bundle.senders)) {
        const auto outputs = senders.find({from, bundle.definition});
        if (outputs == senders.end()) {
          continue;
        }
        for (const std::uint32_t to : groups_in(program_, bundle.receivers)) {
          for (const std::string& target : targets(to, bundle.mid)) {
            for (const auto& [output, node] : outputs->second) {
              if (is_completion) {
                const std::string operation = operation_id(bundle.definition);
                edges.try_emplace({node, operation}, "");
                edges.try_emplace({operation, target},
                                  "label=" + dot_quoted(printable(program_.mtag(bundle.mid))));
                continue;
              }
              edges.try_emplace({node, target},
                                "label=" + dot_quoted(message_label(program_, bundle.mid, output)) +
                                    (output.is_picked   ? ", style=dashed"
                                     : bundle.to_origin ? ", style=dotted"
                                                        : "") +
                                    (output.begins ? ", dir=both, arrowtail=dot" : ""));
            }
          }
        }
      }
    }
    for (const auto& [ends, attributes] : edges) {
      line("  " + ends.first + " -> " + ends.second + " [" + attributes + "];");
    }
  }

  static std::string operation_id(std::uint32_t definition) {
    return "operation_" + std::to_string(definition);
  }

  using OutputNodes = std::vector<std::pair<Sending, std::string>>;

  /// Returns the nodes of each O line in each P line; keys: group, definition of the output.
  std::map<std::pair<std::uint32_t, std::uint32_t>, OutputNodes> outputs_by_group() const {
    std::map<std::pair<std::uint32_t, std::uint32_t>, OutputNodes> nodes;
    for (const auto& [key, merged] : functionalities_) {
      for (const std::uint32_t at : program_.outputs_of(*merged.first, 0)) {
        const std::uint32_t definition = program_.outputs[at].definition;
        nodes[{std::get<0>(key), definition}].emplace_back(
            sending_of_clones(program_, merged.clones, definition),
            component_id(key, 'o', definition));
      }
    }
    return nodes;
  }

  /// Returns the inputs of a P line that wait for the type; its first unit if there are none.
  std::vector<std::string> targets(std::uint32_t group, MessageId mid) const {
    const auto waiting = waiting_.find({group, mid});
    if (waiting == waiting_.end()) {
      return {unit_id(group, units_of_.at(group).front())};
    }
    std::vector<std::string> nodes;
    for (const FunctionalityKey& key : waiting->second) {
      nodes.push_back(functionality_id(key) + "_in");
    }
    return nodes;
  }

  const Program& program_;
  Reach reach_;
  Flows flows_;
  std::map<FunctionalityKey, MergedFunctionality> functionalities_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> units_of_;  ///< by group, in P line order
  std::map<std::pair<std::uint32_t, MessageId>, std::set<FunctionalityKey>> waiting_;  // by group
  std::string out_;
};

}  // namespace

std::string graph(const Program& program, const std::string& title) {
  return GraphWriter(program).write(title);
}

}  // namespace dps::blueprint
