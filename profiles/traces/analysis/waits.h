/// The causes of waits: the states of the messages, and the activities of late senders. And sends
/// that were held by a full buffer, with the activities of their receivers.
/// Source: docs/trace.md, "Why".
#pragma once

#include <vector>

#include "base/result.h"
#include "profiles/traces/analysis/wait_parts.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// The time in which each process computed, sent and took messages; without the time in which a
/// full buffer held its sends.
using BusyTimes = std::vector<double>;

/// The costs of the messages of a type in their processes, in the unit of the trace.
struct TypeWork {
  double packing = 0;
  double taking = 0;  ///< reading and unpacking
};

struct WaitAnalysis {
  std::vector<Waits> waits;     ///< the longest total first
  BusyTimes busy;               ///< by process
  std::vector<TypeWork> types;  ///< by mid
};

/// Reads the events twice. Keeps the messages that are under way at an instant, and 24 bytes for
/// each wait for a late sender. Errors: those of EventCursor.
Result<WaitAnalysis> analyse_waits(const Trace& trace);

}  // namespace dps::traces
