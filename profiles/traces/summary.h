/// The figures of a trace that its summary prints.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// A functionality in a unit, over all clones of a P line.
struct FunctionalitySummary {
  std::uint32_t group = 0;
  std::uint32_t unit_line = 0;
  std::uint32_t line = 0;
  std::uint64_t firings = 0;
  double total_s = 0;
  double longest_s = 0;
  std::uint32_t longest_process = 0;
  double longest_at_s = 0;  ///< its start
};

struct Summary {
  double begin_s = 0;  ///< common time of the first event and of the last one
  double end_s = 0;
  std::uint64_t units = 0;
  std::uint64_t firings = 0;
  std::uint64_t computations = 0;
  std::uint64_t sent = 0;  ///< timers apart, here and below
  std::uint64_t bytes = 0;
  std::uint64_t taken = 0;
  std::uint64_t late = 0;
  std::uint64_t waits = 0;  ///< takes for which the process had to wait
  std::uint64_t timers = 0;
  std::vector<FunctionalitySummary> functionalities;  ///< by total time, the longest first
};

/// Errors: those of EventCursor.
Result<Summary> summarise(const Trace& trace);

/// "6,866 events before and 0 after the recorded ones, of 8 processes (the last 50 of each
/// process)"; "" if nothing was left out.
std::string left_out_text(const TraceHead& head);

/// The summary for a terminal.
std::string summary_text(const Trace& trace, const Summary& summary);

}  // namespace dps::traces
