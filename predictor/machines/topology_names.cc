#include "predictor/machines/topology_names.h"

namespace dps::machines {

std::string node_name(const Topology& topology, std::span<const MachineHost> hosts,
                      std::uint32_t node) {
  return node < hosts.size() ? hosts[node].name
                             : topology.router_name(node - topology.host_count());
}

std::string link_name(const Topology& topology, std::span<const MachineHost> hosts,
                      std::uint32_t link) {
  const TopologyLink& at = topology.links()[link];
  std::string name = node_name(topology, hosts, at.from);
  if (at.from == at.to) {
    return name;  // a bus
  }
  name += topology.kind_of(link).is_half ? "--" : "->";
  name += node_name(topology, hosts, at.to);
  return at.cable == 0 ? name : name + "#" + std::to_string(at.cable + 1);
}

}  // namespace dps::machines
