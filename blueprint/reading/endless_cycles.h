/// Units that lead back into one another without ever taking a message.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "blueprint/program.h"

namespace dps::blueprint {

struct EndlessCycle {
  std::uint32_t functionality;  ///< the definition that leads on from the first unit
  std::string text;             ///< of the diagnostic
};

/// A cycle of the plan's units whose NULL functionalities always lead back into it. A unit whose
/// functionalities with `a*K,b` may choose otherwise counts as leading out.
std::optional<EndlessCycle> find_endless_cycle(const Program& program, std::uint32_t plan);

}  // namespace dps::blueprint
