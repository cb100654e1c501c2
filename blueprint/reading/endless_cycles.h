/// Finds cycles of units that never take a message.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "blueprint/program.h"

namespace dps::blueprint {

struct EndlessCycle {
  std::uint32_t functionality;  ///< definition of the functionality that leaves the first unit
  std::string text;             ///< of the diagnostic
};

/// Returns a cycle of units of the plan that the NULL functionalities of these units never leave. A
/// functionality with `a*K,b` and different targets counts as leaving the cycle.
std::optional<EndlessCycle> find_endless_cycle(const Program& program, std::uint32_t plan);

}  // namespace dps::blueprint
