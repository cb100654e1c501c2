#include "predictor/machines/kinds/native/plain_topologies.h"

#include <mutex>
#include <string>
#include <vector>

namespace dps::machines {
namespace {

class SwitchFinder final : public RouteFinder {
 public:
  void find(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) override {
    links.push_back(2 * from);
    links.push_back(2 * to + 1);
  }
};

class BusFinder final : public RouteFinder {
 public:
  void find(std::uint32_t, std::uint32_t, std::vector<std::uint32_t>& links) override {
    links.push_back(0);
  }
};

/// The number of the kind of link; hosts often have the links of the host before.
std::uint32_t kind_for(const LinkKind& kind, std::vector<LinkKind>& kinds) {
  if (kinds.empty() || !(kinds.back() == kind)) {
    kinds.push_back(kind);
  }
  return static_cast<std::uint32_t>(kinds.size() - 1);
}

Topology::Parts parts_of(const FlowNetworkOptions& network, std::size_t hosts) {
  Topology::Parts parts;
  parts.hosts = static_cast<std::uint32_t>(hosts);
  parts.routers = 1;
  const bool is_bus = network.kind == NetworkKind::kBus;
  parts.delays = {is_bus ? Picoseconds{} : network.latency};
  if (is_bus) {
    parts.kinds = {{network.bandwidth, network.latency, 1, true, true}};
    parts.links.emplace_back(parts.hosts, parts.hosts, 0U, 0U);
  }
  for (std::uint32_t host = 0; !is_bus && host < parts.hosts; ++host) {
    const HostLink link = network.links.empty() ? HostLink{} : network.links[host];
    const std::uint32_t kind = kind_for(
        {link.bandwidth == BitsPerSecond{} ? network.bandwidth : link.bandwidth, link.latency},
        parts.kinds);
    parts.links.emplace_back(host, parts.hosts, kind, 0U);
    parts.links.emplace_back(parts.hosts, host, kind, 0U);
  }
  return parts;
}

/// Predictions do not need the links, which are made when they are first wanted.
class PlainTopology final : public Topology {
 public:
  PlainTopology(const FlowNetworkOptions& network, std::size_t hosts)
      : network_(network), hosts_(hosts) {}

  [[nodiscard]] const Parts& parts() const override {
    std::call_once(is_made_, [this] { parts_ = parts_of(network_, hosts_); });
    return parts_;
  }
  [[nodiscard]] std::string router_name(std::uint32_t) const override { return shape(); }
  [[nodiscard]] std::string shape() const override {
    return network_.kind == NetworkKind::kBus ? "bus" : "switch";
  }
  [[nodiscard]] std::unique_ptr<RouteFinder> make_finder() const override {
    if (network_.kind == NetworkKind::kBus) {
      return std::make_unique<BusFinder>();
    }
    return std::make_unique<SwitchFinder>();
  }

 private:
  const FlowNetworkOptions& network_;  // borrowed
  std::size_t hosts_;
  mutable std::once_flag is_made_;
  mutable Parts parts_;
};

}  // namespace

std::unique_ptr<const Topology> plain_topology(const FlowNetworkOptions& network,
                                               std::size_t hosts) {
  return std::make_unique<PlainTopology>(network, hosts);
}

}  // namespace dps::machines
