/// Derives the link of each host from the paths between pairs of hosts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dps::calibration {

/// A path between two hosts, given by their indices.
struct PairPath {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double latency = 0;   ///< seconds
  double per_byte = 0;  ///< seconds
  double burst = 0;     ///< bytes
};

struct LinkCost {
  double latency = 0;   ///< seconds; of a host, in addition to the network's
  double per_byte = 0;  ///< seconds; of a host, at least the network's
  double burst = 0;     ///< bytes
};

/// The latency of a path is the sum of the network's and of those of its two links; its bandwidth
/// is that of its slower link. The network has the properties that links share: the least latency
/// and the highest bandwidth. A host without a path has the link of the network.
struct Links {
  LinkCost network;
  std::vector<LinkCost> hosts;
};

/// There must be at least one path. `hosts` is the number of hosts.
Links links_of(std::span<const PairPath> paths, std::uint32_t hosts);

}  // namespace dps::calibration
