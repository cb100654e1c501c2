/// Networks with a topology, in the words of dps and in those of SimGrid.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dps::bench {

/// Hosts h0, h1, …, whose links all have 10 Gbit/s.
struct Platform {
  std::string name;  ///< of its files
  std::uint32_t hosts = 0;
  std::string shape;        ///< the lines of [network.shape] in a machine file
  std::string topology;     ///< of a cluster of SimGrid
  std::string parameters;   ///< likewise
  unsigned latency_us = 0;  ///< of every link
};

using Sizes = std::vector<std::uint32_t>;

Platform torus(const Sizes& size);
/// As in the shape `fat-tree`.
Platform fat_tree(const Sizes& down, const Sizes& up, const Sizes& parallel);

struct DragonflySizes {
  std::uint32_t groups, chassis, routers, hosts;
  std::uint32_t between_groups, between_chassis, between_routers;  ///< `parallel`
};
Platform dragonfly(const DragonflySizes& sizes);

/// A machine file; `more` are lines of [network].
std::string machine_text(const Platform& platform, const std::string& more = {});
/// The same hosts on a switch.
std::string switch_text(const Platform& platform);
/// A platform file of SimGrid.
std::string platform_text(const Platform& platform);

}  // namespace dps::bench
