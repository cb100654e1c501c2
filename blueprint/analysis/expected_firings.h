/// Estimates the firings of a program's lines, and the messages that they send, without playing it.
#pragma once

#include <optional>
#include <vector>

#include "blueprint/program.h"

namespace dps::blueprint {

/// The firings of an F line and the messages that they send, summed over all processes.
struct ExpectedFirings {
  double firings = 0;   ///< FiringBalance::kUnlimited if nothing in the text ends them
  double messages = 0;  ///< sent by all firings; kUnlimited likewise
};

/// Indexed by definition; 0 for those that are no F lines and those that never fire. Estimates from
/// above, see FiringBalance. nullopt if the amounts are not found within a few million operations.
/// Takes time in proportion to the instances of lines that the processes have.
std::optional<std::vector<ExpectedFirings>> expected_firings(const Program& program);

}  // namespace dps::blueprint
