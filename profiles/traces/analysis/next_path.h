/// The longest path of a run that the work of a group is not part of: it bounds what less work of
/// that group can gain. Source: docs/trace.md, "Why".
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/result.h"
#include "profiles/traces/analysis/path_shares.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

struct NextPath {
  std::uint32_t group = 0;  ///< whose work takes no time on it
  Ticks length = 0;
};

/// The group with most of the work on the path: computing, sending and taking. None if there is no
/// work on it, or if the lengths of the steps depend on the group: in an MPI program, whose ranks
/// are one group, and where processes share cores.
std::optional<std::uint32_t> group_with_most_work(const TraceHead& head,
                                                  std::span<const PathPart> shares);

/// The length of the path through the same events on which the work of the group takes no time.
/// Where the trace does not show what an event waited for, it waits for nothing: the path is never
/// too long. Reads the events once, and keeps the messages that are under way. Errors: those of
/// EventCursor.
Result<NextPath> path_without(const Trace& trace, std::uint32_t group);

}  // namespace dps::traces
