#include "bench/topologies/platform.h"

#include <functional>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dps::bench {
namespace {

std::uint32_t product(const Sizes& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), 1U, std::multiplies<>());
}

std::string hosts_and(const Platform& platform, const std::string& network) {
  return fmt::format(
      "[[host]]\nname = \"h[0-{}]\"\ncores = 1\nmultiply = \"1ns\"\n[network]\n{}[local]\n"
      "bandwidth = \"10Gbit/s\"\nlatency = \"1us\"\n",
      platform.hosts - 1, network);
}

}  // namespace

Platform torus(const Sizes& size) {
  return {fmt::format("torus_{}", fmt::join(size, "x")), product(size),
          fmt::format("name = \"torus\"\nsize = [{}]\n", fmt::join(size, ", ")), "TORUS",
          fmt::format("{}", fmt::join(size, ","))};
}

Platform fat_tree(const Sizes& down, const Sizes& up, const Sizes& parallel) {
  return {fmt::format("fat_tree_{}_{}_{}", fmt::join(down, "x"), fmt::join(up, "x"),
                      fmt::join(parallel, "x")),
          product(down),
          fmt::format("name = \"fat-tree\"\ndown = [{}]\nup = [{}]\nparallel = [{}]\n",
                      fmt::join(down, ", "), fmt::join(up, ", "), fmt::join(parallel, ", ")),
          "FAT_TREE",
          fmt::format("{};{};{};{}", down.size(), fmt::join(down, ","), fmt::join(up, ","),
                      fmt::join(parallel, ","))};
}

Platform dragonfly(const DragonflySizes& sizes) {
  const auto& [groups, chassis, routers, hosts, blue, black, green] = sizes;
  return {fmt::format("dragonfly_{}x{}x{}x{}", groups, chassis, routers, hosts),
          groups * chassis * routers * hosts,
          fmt::format("name = \"dragonfly\"\ngroups = {}\nchassis = {}\nrouters = {}\nhosts = {}\n"
                      "parallel = [{}, {}, {}]\n",
                      groups, chassis, routers, hosts, blue, black, green),
          "DRAGONFLY",
          fmt::format("{},{};{},{};{},{};{}", groups, blue, chassis, black, routers, green, hosts)};
}

std::string machine_text(const Platform& platform, const std::string& more) {
  return hosts_and(platform,
                   fmt::format("kind = \"graph\"\nbandwidth = \"10Gbit/s\"\nlatency = \"{}us\"\n"
                               "{}[network.shape]\n{}",
                               platform.latency_us, more, platform.shape));
}

std::string switch_text(const Platform& platform) {
  return hosts_and(platform, fmt::format("kind = \"switch\"\nbandwidth = \"10Gbit/s\"\n"
                                         "latency = \"{}us\"\n",
                                         2 * platform.latency_us));
}

std::string platform_text(const Platform& platform) {
  return fmt::format(
      "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM "
      "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n<cluster id=\"c\" "
      "prefix=\"h\" suffix=\"\" radical=\"0-{}\" speed=\"1Gf\" bw=\"10Gbps\" lat=\"{}us\" "
      "topology=\"{}\" topo_parameters=\"{}\" sharing_policy=\"SPLITDUPLEX\"/>\n</platform>\n",
      platform.hosts - 1, platform.latency_us, platform.topology, platform.parameters);
}

}  // namespace dps::bench
