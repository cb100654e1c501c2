/// Networks with a topology, as machine files of dps and platform files of SimGrid.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dps::bench {

/// Hosts h0, h1, …, whose links all have 10 Gbit/s.
struct Platform {
  std::string name;  ///< the name of its files
  std::uint32_t hosts = 0;
  std::string shape;        ///< the lines of [network.shape] in a machine file
  std::string topology;     ///< the `topology` of a SimGrid cluster
  std::string parameters;   ///< the `topo_parameters` of that cluster
  unsigned latency_us = 0;  ///< the latency of every link
};

using Sizes = std::vector<std::uint32_t>;

Platform torus(const Sizes& size);
/// A fat tree; the parameters are those of the shape `fat-tree`.
Platform fat_tree(const Sizes& down, const Sizes& up, const Sizes& parallel);

struct DragonflySizes {
  std::uint32_t groups, chassis, routers, hosts;
  std::uint32_t between_groups, between_chassis, between_routers;  ///< `parallel`
};
Platform dragonfly(const DragonflySizes& sizes);

/// A machine file; `more` are lines of [network].
std::string machine_text(const Platform& platform, const std::string& more = {});
/// A machine file with the same hosts on a switch.
std::string switch_text(const Platform& platform);
/// A platform file of SimGrid.
std::string platform_text(const Platform& platform);

}  // namespace dps::bench
