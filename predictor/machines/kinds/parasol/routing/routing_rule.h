/// The routings of topologies. Source: the Parasol paper, 3.1.6; docs/parasol.md, "Routing".
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace dps::parasol {

enum class RoutingShape : std::uint8_t { kBroadcast, kGrid, kTorus };

struct RoutingRule {
  std::string_view name;  ///< "XY"
  RoutingShape shape = RoutingShape::kBroadcast;
  std::uint32_t axes = 0;                       ///< 0 for broadcast
  std::array<std::uint32_t, 3> order{0, 1, 2};  ///< the order of the axes along which messages go
};

std::span<const RoutingRule> routing_rules();

/// The rule of this name, or null.
const RoutingRule* find_routing(std::string_view name);

}  // namespace dps::parasol
