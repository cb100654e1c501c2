// Every order of arrival in a small program, one after the other: the oracle for claims about all
// orders.
#pragma once

#include <cstddef>

#include "blueprint/program.h"

namespace dps::engine {

struct AllOrders {
  bool some_end = false;  ///< in some order, all processes except servers complete
  bool some_deadlock = false;
  bool is_exhausted = true;  ///< false: the limit of states was reached before all states
};

/// Explores each order in which processes may take messages: first in, first out between two
/// processes, timers at any time.
AllOrders explore(const blueprint::Program& program, std::size_t most_states);

}  // namespace dps::engine
