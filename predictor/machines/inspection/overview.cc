#include "predictor/machines/inspection/overview.h"

#include <cstdint>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "base/units.h"
#include "predictor/machines/topology.h"
#include "predictor/machines/topology_names.h"

namespace dps::machines {
namespace {

struct Counts {
  std::uint64_t hosts = 0;
  std::uint64_t routers = 0;
  std::uint64_t links = 0;
  std::string shape;
};

Counts counts_of(const Machine& machine) {
  const Topology* topology = machine.parts().topology;
  return topology == nullptr ? Counts{machine.hosts().size(), 0, 0, ""}
                             : Counts{machine.hosts().size(), topology->router_count(),
                                      topology->links().size(), topology->shape()};
}

}  // namespace

std::string overview_text(const Machine& machine) {
  const MachineSummary summary = machine.summary();
  const Counts counts = counts_of(machine);
  std::string text = summary.name.empty()
                         ? fmt::format("a machine without a name (kind: {})\n", summary.kind)
                         : fmt::format("{} (kind: {})\n", printable(summary.name), summary.kind);
  text += counted(counts.hosts, "host");
  if (!counts.shape.empty()) {
    text += fmt::format(", {}, {}\nshape: {}", counted(counts.routers, "router"),
                        counted(counts.links, "link"), counts.shape);
  }
  text += "\n";
  for (const MachineNote& note : summary.notes) {
    text += "note: " + printable(note.text) + "\n";
  }
  return text;
}

nlohmann::ordered_json overview_json(const Machine& machine) {
  const MachineSummary summary = machine.summary();
  const Counts counts = counts_of(machine);
  nlohmann::ordered_json notes = nlohmann::ordered_json::array();
  for (const MachineNote& note : summary.notes) {
    notes.push_back(note.text);
  }
  return {{"format", "dps-machine"},    {"version", 1},
          {"kind", summary.kind},       {"name", summary.name},
          {"host_count", counts.hosts}, {"router_count", counts.routers},
          {"link_count", counts.links}, {"shape", counts.shape},
          {"notes", std::move(notes)}};
}

text::Table overview_table(const Machine& machine) {
  const MachineSummary summary = machine.summary();
  const Counts counts = counts_of(machine);
  using text::ColumnKind;
  return {{{"kind", ColumnKind::kText},
           {"name", ColumnKind::kText},
           {"host_count"},
           {"router_count"},
           {"link_count"},
           {"shape", ColumnKind::kText}},
          {{summary.kind, summary.name, counts.hosts, counts.routers, counts.links, counts.shape}}};
}

text::Table hosts_table(const Machine& machine) {
  using text::ColumnKind;
  text::Table table{{{"name", ColumnKind::kText, "host"},
                     {"type", ColumnKind::kText, "type"},
                     {"speed", ColumnKind::kNumber, "speed"},
                     {"cores", ColumnKind::kNumber, "cores"},
                     {"memory", ColumnKind::kNumber, "memory"},
                     {"at", ColumnKind::kText, "at"}},
                    {}};
  const Topology* topology = machine.parts().topology;
  const auto hosts = machine.hosts();
  for (std::uint32_t host = 0; host < hosts.size(); ++host) {
    const MachineHost& one = hosts[host];
    const std::uint32_t router =
        topology == nullptr ? Topology::kNotInRouter : topology->router_of(host);
    text::CellRow row{
        one.name,       one.type, one.speed, std::uint64_t{one.cores}, text::cell_of(one.memory),
        text::NoValue{}};
    if (router != Topology::kNotInRouter) {
      row.back() = topology->router_name(router);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

text::Table routers_table(const Machine& machine) {
  text::Table table{{{"name", text::ColumnKind::kText, "router"},
                     {"delay_s", text::ColumnKind::kSeconds, "delay"}},
                    {}};
  const Topology* topology = machine.parts().topology;
  for (std::uint32_t i = 0; topology != nullptr && i < topology->router_count(); ++i) {
    table.rows.push_back({topology->router_name(i), seconds_of(topology->delay_of(i))});
  }
  return table;
}

text::Table links_table(const Machine& machine) {
  using text::ColumnKind;
  text::Table table{{{"link", ColumnKind::kNumber, "number"},
                     {"name", ColumnKind::kText, "link"},
                     {"from", ColumnKind::kText, "from"},
                     {"to", ColumnKind::kText, "to"},
                     {"bandwidth_bps", ColumnKind::kNumber, "bit/s"},
                     {"latency_s", ColumnKind::kSeconds, "latency"}},
                    {}};
  const Topology* topology = machine.parts().topology;
  const auto hosts = machine.hosts();
  for (std::uint32_t i = 0; topology != nullptr && i < topology->links().size(); ++i) {
    const TopologyLink& link = topology->links()[i];
    const LinkKind& kind = topology->kind_of(i);
    table.rows.push_back(
        {std::uint64_t{i}, link_name(*topology, hosts, i), node_name(*topology, hosts, link.from),
         node_name(*topology, hosts, link.to), kind.bandwidth.bits, seconds_of(kind.latency)});
  }
  return table;
}

}  // namespace dps::machines
