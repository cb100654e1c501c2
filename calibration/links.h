/// From what lies between pairs of hosts to what the link of each host is like.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dps::calibration {

struct PairPath {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double latency = 0;
  double per_byte = 0;
  double burst = 0;  ///< bytes
};

struct LinkCost {
  double latency = 0;   ///< on top of the network's
  double per_byte = 0;  ///< at least the network's
  double burst = 0;     ///< bytes that pass at once
};

/// A path's latency is the network's and those of its two links; its bandwidth the smaller of its
/// two links'. The network has what all links have in common: the least latency and the most
/// bandwidth. A link has the burst of the nearest path that is as fast as it
/// is. A host without a path is as the network.
struct Links {
  LinkCost network;
  std::vector<LinkCost> hosts;
};

/// At least one path. `hosts`: how many there are.
Links links_of(std::span<const PairPath> paths, std::uint32_t hosts);

}  // namespace dps::calibration
