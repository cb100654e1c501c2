/// Computes the units and functionalities that a process can reach from its initial unit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// Consecutive processes with the same plan.
struct PlanRange {
  std::uint32_t plan;
  std::uint32_t first;
  std::uint32_t count;
};

/// Returns the processes in order, grouped into ranges with the same plan. A slice has one process.
std::vector<PlanRange> plan_ranges(const Program& program);

/// True if a functionality with itag NULL always leaves the unit, so that it never takes a message.
bool leaves_at_once(const Program& program, const Unit& unit);

/// A functionality that can fire, and its unit.
struct Firing {
  std::uint32_t unit;           ///< position in the plan
  std::uint32_t functionality;  ///< position in Program::functionalities
};

/// The reachable units and functionalities of every plan. A functionality can fire if its unit can
/// become active and its collection has at least one pair, regardless of whether its messages are
/// ever sent. In a unit that is left at once, functionalities with a collection never fire.
class Reach {
 public:
  explicit Reach(const Program& program);

  /// The reachable units: positions in the plan, in the order of a search from the initial unit.
  [[nodiscard]] std::span<const std::uint32_t> units_of(std::uint32_t plan) const;
  /// The firings, grouped by unit, in the order of the U lines.
  [[nodiscard]] std::span<const Firing> firings_of(std::uint32_t plan) const;

 private:
  void follow(const Program& program, std::uint32_t plan);
  bool can_fire(const Program& program, const Functionality& functionality,
                bool left_at_once) const;

  std::vector<std::uint32_t> units_;
  std::vector<Firing> firings_;
  std::vector<Extent> units_of_;    ///< by plan
  std::vector<Extent> firings_of_;  ///< by plan
};

}  // namespace dps::blueprint
