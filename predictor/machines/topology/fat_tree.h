/// Trees and fat trees: extended generalised fat trees with d-mod-k routing.
/// Sources: Öhring, Ibel, Das and Kumar, On generalized fat trees, IPPS 1995; Zahavi, D-Mod-K
/// routing, 2010.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "predictor/machines/topology/shape.h"

namespace dps::machines {

/// The levels, from the hosts up. A switch of a level has `down` children; a child has `up`
/// parents, and `parallel` cables to each of them.
struct FatTreeDescription {
  std::string text;  ///< Shape::text()
  std::vector<std::uint32_t> down;
  std::vector<std::uint32_t> up;
  std::vector<std::uint32_t> parallel;
  std::uint32_t hosts = 0;
};

/// Switch s(level,position), levels from 1. The hosts below a switch of a level are a group; the
/// switches of a group follow each other; of two switches whose ways up differ, the one with the
/// smaller highest turn comes first.
///
/// A message goes up until its receiver is below. On level l it takes turn d = (b / Π up·parallel
/// of the levels below) mod (up·parallel): cable d / up to parent d mod up; b is the receiver. It
/// comes down on cable a mod parallel; a is the sender.
class FatTree final : public Shape {
 public:
  explicit FatTree(FatTreeDescription description);

  [[nodiscard]] std::string text() const override { return tree_.text; }
  [[nodiscard]] ShapeSize size() const override;
  [[nodiscard]] std::string router_name(std::uint32_t router) const override;
  [[nodiscard]] std::vector<ShapeLink> links_out() const override;
  void route(std::uint32_t from, std::uint32_t to,
             std::vector<std::uint32_t>& links) const override;

 private:
  /// A level of switches, and the links to their children.
  struct Level {
    std::uint64_t down = 1;
    std::uint64_t up = 1;
    std::uint64_t parallel = 1;
    std::uint64_t group = 1;        ///< hosts below a switch
    std::uint64_t below_group = 1;  ///< hosts below a child
    std::uint64_t members = 1;      ///< switches of a group
    std::uint64_t below_members = 1;
    std::uint64_t turns_below = 1;  ///< Π up·parallel of the levels below
    std::uint64_t children = 0;
    std::uint64_t switches = 0;
    std::uint64_t first_switch = 0;
    std::uint64_t first_link = 0;
  };

  [[nodiscard]] static std::uint64_t link_up(const Level& level, std::uint64_t child,
                                             std::uint64_t parent, std::uint64_t cable) {
    return level.first_link + (child * level.up + parent) * level.parallel + cable;
  }
  /// The position of a child's parent.
  [[nodiscard]] static std::uint64_t above(const Level& level, std::uint64_t child,
                                           std::uint64_t parent) {
    const std::uint64_t member = child % level.below_members + level.below_members * parent;
    return member + level.members * (child / level.below_members / level.down);
  }

  FatTreeDescription tree_;
  std::vector<Level> levels_;
  std::uint64_t places_ = 1;
  std::uint64_t switches_ = 0;
  std::uint64_t ways_out_ = 0;
};

}  // namespace dps::machines
