#include "blueprint/graph.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/flows.h"
#include "blueprint/graph_labels.h"
#include "blueprint/process_names.h"
#include "blueprint/reach.h"

namespace dps::blueprint {
namespace {

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

/// A component of a functionality: 'i', 'c' or 'o', and its definition; kNone: no input.
using ComponentKey = std::pair<char, std::uint32_t>;

std::string component_id(const FunctionalityKey& key, const ComponentKey& component) {
  const auto& [kind, definition] = component;
  return functionality_id(key) + "_" + kind +
         (definition == kNone ? "" : std::to_string(definition));
}

/// The components of a clone in the order of a firing: input, computations, outputs.
using Chain = std::vector<ComponentKey>;

/// The next nodes, with the labels of the edges: how many firings go on to each.
using Targets = std::map<std::string, std::set<std::string>>;

/// One functionality of all clones of a P line.
struct MergedFunctionality {
  /// The different instances that can fire; that of the first clone if none can.
  std::vector<const Functionality*> clones;
  std::map<Chain, Targets> chains;  ///< the different ones of the clones
  std::set<std::string> chances;    ///< "80 %" of an alternative; those of all clones
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
    for (const std::uint32_t plan : seen) {
      enter_unused(at, plan);
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
        const Functionality& functionality =
            program_.functionalities[program_.functionalities_of(unit)[position]];
        functionalities_[{group, unit.definition, functionality.definition}].chances.insert(
            chance_of(unit, position));
      }
    }
    for (const Firing& firing : reach_.firings_of(plan)) {
      enter(group, program_.units[units[firing.unit]],
            program_.functionalities[firing.functionality], units);
    }
  }

  /// Enters the functionalities that can fire in no clone.
  void enter_unused(std::uint32_t group, std::uint32_t plan) {
    const std::span<const std::uint32_t> units = program_.units_of(program_.plans[plan]);
    for (const std::uint32_t at : units) {
      const Unit& unit = program_.units[at];
      for (const std::uint32_t each : program_.functionalities_of(unit)) {
        const Functionality& functionality = program_.functionalities[each];
        if (functionalities_[{group, unit.definition, functionality.definition}].clones.empty()) {
          enter(group, unit, functionality, units);
        }
      }
    }
  }

  std::string chance_of(const Unit& unit, std::uint32_t position) const {
    const auto list = program_.alternatives_of(unit);
    const double weight = program_.weight_of(unit, position);
    const double sum = list.empty() ? 1 : list[program_.end_of_choice(unit, position) - 1].weights;
    return weight == sum ? "" : fmt::format("{:.3g} %", 100 * weight / sum);
  }

  ComponentKey input_of(const Functionality& functionality) const {
    const std::uint32_t collection = functionality.collection;
    return {'i', collection == kNone ? kNone : program_.collections[collection].definition};
  }

  Chain chain_of(const Functionality& functionality) const {
    Chain chain{input_of(functionality)};
    for (const std::uint32_t at : program_.computations_of(functionality, 0)) {
      chain.emplace_back('c', program_.computations[at].definition);
    }
    for (const std::uint32_t at : program_.outputs_of(functionality, 0)) {
      chain.emplace_back('o', program_.outputs[at].definition);
    }
    return chain;
  }

  void enter(std::uint32_t group, const Unit& unit, const Functionality& functionality,
             std::span<const std::uint32_t> units) {
    const FunctionalityKey key{group, unit.definition, functionality.definition};
    MergedFunctionality& merged = functionalities_[key];
    if (merged.clones.empty() || merged.clones.back() != &functionality) {
      merged.clones.push_back(&functionality);
    }
    const Chain chain = chain_of(functionality);
    Targets& targets = merged.chains[chain];
    const auto legs = program_.nexts_of(functionality);
    for (std::size_t i = 0; i < legs.size(); ++i) {
      const std::string target =
          legs[i].target == kNextComplete ? "g" + std::to_string(group) + "_end"
          : legs[i].target == kNextSame
              ? wait_id(unit_id(group, unit.definition))
              : unit_id(group, program_.units[units[legs[i].target]].definition);
      targets[target].insert(legs.size() == 1      ? ""
                             : i + 1 < legs.size() ? format_count(legs[i].firings) + " ×"
                                                   : "then");
    }
    if (functionality.collection != kNone) {
      for (const CountedTag& pair :
           program_.pairs_of(program_.collections[functionality.collection])) {
        waiting_[{group, pair.mid}].insert(component_id(key, chain.front()));
      }
    }
  }

  void write_group(std::uint32_t at) {
    const ProcessGroup& group = program_.groups[at];
    const std::string id = "g" + std::to_string(at);
    line("  subgraph cluster_" + id + " {");
    line("    label=" +
         dot_quoted(printable(name_of(program_, group)) + (group.server ? " (server)" : "") +
                    terrain_label(program_, group)) +
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
      ends = ends || leads_to(it->second, end);
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

  static bool leads_to(const MergedFunctionality& merged, const std::string& target) {
    return std::ranges::any_of(merged.chains,
                               [&](const auto& each) { return each.second.contains(target); });
  }

  /// A process may wait for a message in the unit.
  bool waits_in(std::uint32_t group, std::uint32_t unit) const {
    const std::string wait = wait_id(unit_id(group, unit));
    return any_of_unit(group, unit, [&](const MergedFunctionality& merged) {
      return leads_to(merged, wait) || std::ranges::any_of(merged.clones, has_input);
    });
  }

  static bool has_input(const Functionality* clone) { return clone->collection != kNone; }

  /// A functionality with itag NULL fires when the unit becomes active.
  bool fires_at_once(std::uint32_t group, std::uint32_t unit) const {
    return any_of_unit(group, unit, [](const MergedFunctionality& merged) {
      return !std::ranges::all_of(merged.clones, has_input);
    });
  }

  void write_components(const FunctionalityKey& key, const MergedFunctionality& merged) {
    line("      subgraph cluster_" + functionality_id(key) + " {");
    line("        label=" + dot_quoted(printable(program_.tag(std::get<2>(key)))) +
         "; style=dotted;");
    std::set<ComponentKey> written;
    for (const auto& [chain, targets] : merged.chains) {
      for (const ComponentKey& component : chain) {
        if (written.insert(component).second) {
          const auto [label, shape] = look_of(component, merged);
          line(fmt::format("        {} [label={}, shape={}];", component_id(key, component),
                           dot_quoted(label), shape));
        }
      }
    }
    line("      }");
  }

  /// Returns the label of a component and its shape.
  std::pair<std::string, std::string> look_of(const ComponentKey& component,
                                              const MergedFunctionality& merged) const {
    const auto& [kind, definition] = component;
    if (kind == 'i') {
      std::vector<const Functionality*> clones;
      std::ranges::copy_if(merged.clones, std::back_inserter(clones),
                           [&](const auto* clone) { return input_of(*clone) == component; });
      return {input_label(program_, clones), "ellipse"};
    }
    return kind == 'c' ? std::pair(computation_label(program_, merged.clones, definition), "box")
                       : std::pair(printable(program_.tag(definition)), "cds");
  }

  void write_control(const FunctionalityKey& key, const MergedFunctionality& merged) {
    const std::string unit = unit_id(std::get<0>(key), std::get<1>(key));
    const std::string wait = wait_id(unit);
    std::set<std::pair<std::string, std::string>> written;
    std::map<std::string, Targets> nexts;  // by the last component
    std::set<std::string> at_once;         // last components of firings without a wait
    for (const auto& [chain, targets] : merged.chains) {
      const bool waits = chain.front().second != kNone;
      std::string from = waits ? wait : unit;
      for (const ComponentKey& component : chain) {
        const std::string to = component_id(key, component);
        if (written.emplace(from, to).second) {
          control(from, to, component.first == 'i' ? edge_label(merged.chances) : "");
        }
        from = to;
      }
      for (const auto& [target, labels] : targets) {
        nexts[from][target].insert(labels.begin(), labels.end());
      }
      if (!waits) {
        at_once.insert(from);
      }
    }
    for (const auto& [last, targets] : nexts) {
      for (const auto& [target, labels] : targets) {
        control(last, target, edge_label(labels), target == wait && !at_once.contains(last));
      }
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

  static std::set<ComponentKey> outputs_of(const MergedFunctionality& merged) {
    std::set<ComponentKey> outputs;
    for (const auto& [chain, targets] : merged.chains) {
      std::ranges::copy_if(chain, std::inserter(outputs, outputs.end()),
                           [](const ComponentKey& each) { return each.first == 'o'; });
    }
    return outputs;
  }

  /// Returns the nodes of each O line in each P line; keys: group, definition of the output.
  std::map<std::pair<std::uint32_t, std::uint32_t>, OutputNodes> outputs_by_group() const {
    std::map<std::pair<std::uint32_t, std::uint32_t>, OutputNodes> nodes;
    for (const auto& [key, merged] : functionalities_) {
      for (const ComponentKey& output : outputs_of(merged)) {
        nodes[{std::get<0>(key), output.second}].emplace_back(
            sending_of_clones(program_, merged.clones, output.second), component_id(key, output));
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
    return {waiting->second.begin(), waiting->second.end()};
  }

  const Program& program_;
  Reach reach_;
  Flows flows_;
  std::map<FunctionalityKey, MergedFunctionality> functionalities_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> units_of_;  ///< by group, in P line order
  /// The inputs that wait for a type; by group.
  std::map<std::pair<std::uint32_t, MessageId>, std::set<std::string>> waiting_;
  std::string out_;
};

}  // namespace

std::string graph(const Program& program, const std::string& title) {
  return GraphWriter(program).write(title);
}

}  // namespace dps::blueprint
