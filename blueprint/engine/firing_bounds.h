/// Upper bounds on the firings and messages of all runs of a program, for all orders of arrival.
///
/// Argument. A message takes part in at most one completion of a collection, because a unit with
/// -early takes only messages again that no completion has used. So a functionality fires at most
/// as often as the messages that are ever sent to its process fill its collection; one with itag
/// NULL fires once per activation of a unit that lists it; a unit becomes active once more for each
/// firing whose next names it; and no functionality fires again after a firing whose next is NULL,
/// since its process is complete then. Each firing sends its messages, a message to ACK at most
/// once per message of the acknowledged sender that can complete the collection. The bounds are the
/// least solution of these inequalities, found by raising them from 0; no run exceeds them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"
#include "blueprint/reach.h"

namespace dps::engine {

struct BoundLimits {
  std::uint64_t steps = 2'000'000;  ///< raised bounds and sent messages, in bulk
  std::function<bool()> expired;    ///< called at intervals; true ends the search. Empty: no limit
};

/// The consequences of the bounds for each process.
struct FiringBounds {
  /// Indexed by process; false if none of its functionalities with next NULL can fire often enough.
  std::vector<bool> may_complete;
  /// Indexed by process; the processes that may send to it, ascending.
  std::vector<std::vector<std::uint32_t>> senders;
};

/// Returns nullopt if a limit is reached first, always so if a bound is infinite. If there are
/// bounds, every run of the program comes to an end: it has finitely many firings.
std::optional<FiringBounds> firing_bounds(const blueprint::Program& program,
                                          const blueprint::Reach& reach, const BoundLimits& limits);

}  // namespace dps::engine
