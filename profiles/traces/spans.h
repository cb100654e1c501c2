/// The intervals between the events of a process, nested.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "base/request.h"
#include "base/result.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

enum class SpanKind : std::uint8_t {
  kProcess,
  kUnit,
  kFunctionality,
  kComputation,
  kSend,
  kWait,  ///< until the process began to take a message, if that took time
  kTake,
};

/// The depth at which spans of a kind nest; those of the same depth do not overlap.
constexpr unsigned depth_of(SpanKind kind) {
  return kind < SpanKind::kComputation ? static_cast<unsigned>(kind) : 3;
}

struct TraceSpan {
  SpanKind kind = SpanKind::kProcess;
  Ticks begin = 0;  ///< common time
  Ticks end = 0;    ///< not before begin
  /// The event that names it: its start, or its end if the start was not recorded. A take: TAKE.
  /// A process or a unit that only follows from other events has the time 0.
  Event event;
  bool is_in_functionality = false;  ///< for depth 3
  Request request{};                 ///< of a functionality or a send

  [[nodiscard]] Ticks length() const { return end - begin; }
};

/// Spans outside functionalities have their depth: waits and takes of a blueprint, and the
/// computing of an MPI program between its calls.
constexpr unsigned nesting_depth(const TraceSpan& span) {
  const unsigned depth = depth_of(span.kind);
  return depth > depth_of(SpanKind::kFunctionality) && !span.is_in_functionality
             ? depth_of(SpanKind::kFunctionality)
             : depth;
}

/// Reads the spans of one process in the order of their starts, outer ones first. A span whose
/// start was not recorded begins with the first event, and one whose end was not recorded ends with
/// the last one or with the process. Reads the events twice, and keeps 8 bytes for each span.
class SpanCursor {
 public:
  /// The trace is borrowed. `buffered`: the number of records to read at a time.
  SpanCursor(const Trace& trace, std::uint32_t process,
             std::size_t buffered = EventCursor::kUsualBuffer);
  SpanCursor(const SpanCursor&) = delete;
  SpanCursor& operator=(const SpanCursor&) = delete;
  ~SpanCursor();
  SpanCursor(SpanCursor&& other) noexcept;
  SpanCursor& operator=(SpanCursor&& other) noexcept;

  /// The next span; null at the end, or after an error. Valid until the next call.
  const TraceSpan* next();

  /// The reason why next() returned null before the end. Errors: those of EventCursor.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  class Ends;
  class Emission;

  std::unique_ptr<Emission> emission_;  // none: the process has no events
  std::optional<Error> error_;
};

/// Calls `visit` for each span of a process, as SpanCursor reads them. Errors: those of
/// EventCursor.
Result<void> for_each_span(const Trace& trace, std::uint32_t process,
                           const std::function<void(const TraceSpan&)>& visit);

/// The line of the blueprint that the span belongs to; null for a wait or a take.
const Line* line_of(const TraceHead& head, std::uint32_t process, std::uint32_t group,
                    const TraceSpan& span);

}  // namespace dps::traces
