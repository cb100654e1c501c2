// Every order of arrival of a small program, one after the other: the judge of claims about all
// orders.
#pragma once

#include <cstddef>

#include "blueprint/program.h"

namespace dps::engine {

struct AllOrders {
  bool some_end = false;  ///< an order in which all processes that are no servers complete
  bool some_deadlock = false;
  bool is_exhausted = true;  ///< false: the limit of states was reached before all were seen
};

/// Follows each order in which processes may take messages: first in, first out between two
/// processes, timers at any time.
AllOrders explore(const blueprint::Program& program, std::size_t most_states);

}  // namespace dps::engine
