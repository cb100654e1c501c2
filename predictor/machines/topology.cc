#include "predictor/machines/topology.h"

#include "predictor/machines/wide.h"

namespace dps::machines {
namespace {

/// The node at the other end of a link; both ends of a half-duplex link may be its first one.
std::uint32_t other_end(const TopologyLink& link, std::uint32_t node) {
  return link.from == node ? link.to : link.from;
}

}  // namespace

std::vector<std::uint32_t> nodes_of(const Topology& topology, std::uint32_t from_host,
                                    std::uint32_t to_host, std::span<const std::uint32_t> links) {
  std::vector<std::uint32_t> nodes{topology.node_of(from_host)};
  for (const std::uint32_t link : links) {
    nodes.push_back(other_end(topology.links()[link], nodes.back()));
  }
  if (!nodes.empty()) {
    nodes.back() = topology.node_of(to_host);  // on a bus, the link has no ends of its own
  }
  return nodes;
}

Picoseconds latency_of(const Topology& topology, std::uint32_t from_host,
                       std::span<const std::uint32_t> links) {
  const Topology::Parts& parts = topology.parts();
  Picoseconds sum;
  std::uint32_t node = topology.node_of(from_host);
  for (std::size_t i = 0; i < links.size(); ++i) {
    sum = later(sum, parts.kind_of(links[i]).latency);
    node = other_end(parts.links[links[i]], node);
    if (i + 1 < links.size()) {
      sum = later(sum, parts.delay_of(node - parts.hosts));
    }
  }
  return sum;
}

}  // namespace dps::machines
