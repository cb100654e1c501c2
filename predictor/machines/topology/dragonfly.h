/// Dragonflies: groups of chassis of routers.
/// Source: Faanes et al., Cray Cascade: a scalable HPC system based on a Dragonfly network, SC12.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "predictor/machines/topology/shape.h"

namespace dps::machines {

struct DragonflyDescription {
  std::uint32_t groups = 1;
  std::uint32_t chassis = 1;  ///< chassis in a group
  std::uint32_t routers = 1;  ///< routers in a chassis
  std::uint32_t places = 1;   ///< places for hosts at a router
  std::uint32_t hosts = 0;    ///< hosts in the whole network
};

/// The levels of the links of a dragonfly (ShapeLink::level).
enum DragonflyLevel : std::uint32_t { kHostLinks, kRouterLinks, kChassisLinks, kGroupLinks };

/// Router r(g,c,k) is in slot k of chassis c of group g; its flat number in the group is c·routers
/// + k. All routers of a chassis are joined, and in a group all routers of one slot; the router
/// with the flat number j of group i is joined with that of the number i of group j.
///
/// Within a group, a message goes to the slot of its receiver first, and then to its chassis. To
/// another group it goes by the router that is joined with it.
class Dragonfly final : public Shape {
 public:
  explicit Dragonfly(const DragonflyDescription& description);

  [[nodiscard]] std::string text() const override;
  [[nodiscard]] ShapeSize size() const override;
  [[nodiscard]] std::string router_name(std::uint32_t router) const override;
  [[nodiscard]] std::vector<ShapeLink> links_out() const override;
  void route(std::uint32_t from, std::uint32_t to,
             std::vector<std::uint32_t>& links) const override;

 private:
  /// The link between members i and j of a set all of whose members are joined; `first` is the
  /// first link of the set.
  [[nodiscard]] std::uint32_t link_between(std::uint64_t first, std::uint64_t members,
                                           std::uint64_t i, std::uint64_t j) const;
  void go_within(std::uint64_t group, std::uint64_t& flat, std::uint64_t to,
                 std::vector<std::uint32_t>& links) const;
  void add_set(const std::vector<std::uint64_t>& routers, std::uint32_t level,
               std::vector<ShapeLink>& links) const;

  DragonflyDescription shape_;
  std::uint64_t of_group_ = 1;       // routers
  std::uint64_t router_pairs_ = 0;   // of a chassis
  std::uint64_t chassis_pairs_ = 0;  // of a slot
  std::uint64_t first_chassis_link_ = 0;
  std::uint64_t first_group_link_ = 0;
  std::uint64_t ways_out_ = 0;
};

}  // namespace dps::machines
