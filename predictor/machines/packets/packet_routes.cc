#include "predictor/machines/packets/packet_routes.h"

#include <algorithm>
#include <utility>

#include "predictor/machines/link_loads.h"
#include "predictor/machines/wide.h"

namespace dps::machines {

PacketRoutes::PacketRoutes(const Topology& topology, std::uint64_t usual, std::uint64_t flit)
    : parts_(topology.parts()),
      topology_(topology),
      finder_(topology.make_finder()),
      links_(static_cast<std::uint32_t>(parts_.links.size())),
      usual_(usual),
      flit_(flit) {
  for (const LinkKind& kind : parts_.kinds) {
    const bool is_used = kind.bandwidth != BitsPerSecond{};  // some shapes have no links of hosts
    usual_times_.push_back(is_used ? transmission_time(usual, kind.bandwidth) : Picoseconds{});
    flit_times_.push_back(is_used ? transmission_time(flit, kind.bandwidth) : Picoseconds{});
  }
}

void PacketRoutes::find(std::uint32_t from_host, std::uint32_t to_host, const Letter& letter,
                        std::vector<Hop>& hops) {
  found_.clear();
  finder_->find(from_host, to_host, found_);
  hops.clear();
  std::uint32_t node = topology_.node_of(from_host);
  for (const std::uint32_t link : found_) {
    const TopologyLink& ends = parts_.links[link];
    node = ends.from == node ? ends.to : ends.from;  // a half-duplex link leads both ways
    hops.push_back({parts_.kinds[ends.kind].is_shared ? link : port_of(link, letter),
                    node - parts_.hosts, ends.kind});
  }
}

std::uint32_t PacketRoutes::port_of(std::uint32_t link, const Letter& letter) {
  const auto [place, is_new] = own_ports_.try_emplace({link, letter.from, letter.to}, port_count());
  if (is_new) {
    own_.push_back(link);
  }
  return place->second;
}

std::vector<LinkLoad> PacketRoutes::loads_of(std::span<const std::uint64_t> bytes) const {
  std::vector<LinkLoad> loads;
  for (std::uint32_t link = 0; link < links_; ++link) {
    if (bytes[link] > 0) {
      loads.push_back(load_of(link, bytes[link], parts_.kind_of(link).bandwidth));
    }
  }
  return busiest_first(std::move(loads));
}

}  // namespace dps::machines
