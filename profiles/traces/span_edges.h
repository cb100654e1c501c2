/// The starts and ends of the spans of a process, one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "base/result.h"
#include "profiles/traces/spans.h"

namespace dps::traces {

struct SpanEdge {
  bool is_begin = true;
  TraceSpan span;

  [[nodiscard]] Ticks time() const { return is_begin ? span.begin : span.end; }
};

/// Reads the starts and ends of the spans of a process, nested and in the order of time, also if
/// the events of a damaged trace do not nest: a span then ends where the next one of its depth
/// begins. A wait and a take lie in a unit; in a functionality only if that has not ended, like a
/// call of MPI.
class EdgeCursor {
 public:
  /// The trace is borrowed. `buffered`: the number of records to read at a time.
  EdgeCursor(const Trace& trace, std::uint32_t process,
             std::size_t buffered = EventCursor::kUsualBuffer)
      : spans_(trace, process, buffered) {}

  /// The next edge; null at the end, or after an error. Valid until the next call.
  const SpanEdge* next();

  /// Errors: those of SpanCursor.
  [[nodiscard]] const std::optional<Error>& error() const { return spans_.error(); }

 private:
  void add(TraceSpan span);
  void close(unsigned depth, Ticks end);

  SpanCursor spans_;
  std::vector<TraceSpan> open_;
  std::vector<SpanEdge> ready_;
  std::size_t used_ = 0;  // of ready_
  Ticks latest_ = std::numeric_limits<Ticks>::min();
};

struct EdgeVisits {
  std::function<void(const TraceSpan&)> begin;
  std::function<void(const TraceSpan&)> end;
};

/// Calls begin() and end() as EdgeCursor reads them. Errors: those of EventCursor.
Result<void> for_each_edge(const Trace& trace, std::uint32_t process, const EdgeVisits& visits);

/// The earliest instant of the trace in common time, or 0 if that is earlier: the origin of formats
/// whose instants cannot be negative. Errors: those of EventCursor.
Result<Ticks> origin_of(const Trace& trace);

}  // namespace dps::traces
