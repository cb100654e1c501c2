/// What a process can come to do: from its first unit along the nexts of what can fire there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// Consecutive processes with one plan.
struct ProcessRun {
  std::uint32_t plan;
  std::uint32_t first;
  std::uint32_t count;
};

/// The processes in their order, as runs of one plan each. A slice gives its one process.
std::vector<ProcessRun> process_runs(const Program& program);

/// True if a NULL functionality always leads out of the unit, so that it never takes a message.
bool leaves_at_once(const Program& program, const Unit& unit);

/// A functionality that can fire, and where.
struct Firing {
  std::uint32_t unit;           ///< position in the plan
  std::uint32_t functionality;  ///< position in Program::functionalities
};

/// For every plan what can be reached, by the text alone: a functionality can fire if its unit can
/// become active and its collection has a pair; whether anyone sends its messages is not asked.
/// A functionality that waits in a unit that is left at once never fires.
class Reach {
 public:
  explicit Reach(const Program& program);

  /// Positions in the plan, in the order in which they are found.
  [[nodiscard]] std::span<const std::uint32_t> units_of(std::uint32_t plan) const;
  /// By unit, in the order of the U lines.
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
