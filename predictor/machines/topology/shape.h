/// The regular networks of graphs: their routers, links and routes.
///
/// A shape first makes all its links one way, numbered from 0, and then all of them the other way:
/// the way back of link n of D is link D + n. Shapes without ways back have only the former.
/// Source: docs/machines.md, "Graphs".
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dps::machines {

/// The level of the links of hosts (ShapeLink::level), apart from that of an axis or of a tree.
inline constexpr std::uint32_t kHostLevel = 0xff;

/// A link of a shape. Hosts are nodes from 0, followed by the routers.
struct ShapeLink {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t level = 0;  ///< the axis, or the level of a tree, whose bandwidth it has
  std::uint32_t cable = 0;  ///< counts the links with the same ends
};

/// The largest size of a shape; sizes that would exceed it are this value.
inline constexpr std::uint64_t kMostOfShape = std::uint64_t{1} << 40;
struct ShapeSize {
  std::uint64_t places = 0;  ///< places for hosts
  std::uint64_t routers = 0;
  std::uint64_t links = 0;  ///< each way counted
  std::uint64_t longest_route = 0;
};

constexpr std::uint64_t capped_product(std::uint64_t a, std::uint64_t b) {
  return a != 0 && b > kMostOfShape / a ? kMostOfShape : a * b;
}
inline std::uint64_t capped_product(std::span<const std::uint32_t> factors) {
  std::uint64_t product = 1;
  for (const std::uint32_t factor : factors) {
    product = capped_product(product, factor);
  }
  return product;
}

/// The numbers as text: "4x4".
std::string joined(std::span<const std::uint32_t> numbers, char between = 'x');

/// All functions but size() need a shape with at most 4,000,000 links and at least as many places
/// as hosts. The hosts are in the first places.
class Shape {
 public:
  virtual ~Shape() = default;

  [[nodiscard]] virtual std::string text() const = 0;  ///< "mesh 4x4"
  [[nodiscard]] virtual ShapeSize size() const = 0;
  [[nodiscard]] virtual std::string router_name(std::uint32_t router) const = 0;
  /// 0 if hosts have links; else host i is in router i / hosts_per_router().
  [[nodiscard]] virtual std::uint32_t hosts_per_router() const { return 0; }
  /// The links one way, in their order.
  [[nodiscard]] virtual std::vector<ShapeLink> links_out() const = 0;
  [[nodiscard]] virtual bool has_ways_back() const { return true; }
  /// Appends the route between two different hosts.
  virtual void route(std::uint32_t from, std::uint32_t to,
                     std::vector<std::uint32_t>& links) const = 0;
};

}  // namespace dps::machines
