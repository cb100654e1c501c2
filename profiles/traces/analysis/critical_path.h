/// The critical path of a run: the chain of activities that its end depended on, back to its start.
/// Source: docs/trace.md, "Why".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/request.h"
#include "base/result.h"
#include "profiles/traces/analysis/activity.h"
#include "profiles/traces/analysis/network_view.h"
#include "profiles/traces/message_ends.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// A part of the path. Times are common time.
struct Segment {
  Activity activity = Activity::kEngine;
  std::uint32_t process = 0;  ///< that of the path; of a message under way: its receiver
  std::uint32_t peer = 0;  ///< of a message: the other process; of kCore: that which has the core
  std::uint32_t element = 0;  ///< see Activity; of a message under way: the output
  Ticks begin = 0;
  Ticks end = 0;                        ///< after begin
  Work wanted;                          ///< of kCore: the work that waits for the core
  Work other;                           ///< of kCore: the work of the process that has it
  std::optional<MessageKey> message{};  ///< of a message: which one

  [[nodiscard]] Ticks length() const { return end - begin; }
  bool operator==(const Segment&) const = default;
};

/// The end and the extent of a path.
struct CriticalPath {
  std::uint32_t process = 0;  ///< the last one that is no idle server
  Ticks end = 0;              ///< of the run; the segments cover the time from 0 on
  std::uint64_t segments = 0;
  std::uint64_t messages = 0;  ///< along which the path goes to another process; with timers
  /// Messages of the path that arrive before their send begins, by the clocks of their hosts.
  std::uint64_t violations = 0;
  Ticks largest_violation = 0;
};

/// The reason why there is no path; "" if there is one.
std::string no_path_reason(const TraceHead& head);

/// Calls `visit` for each segment, from the last one to the first. Each ends where the one before
/// it in time begins; none is empty. There is a path: see no_path_reason(). Reads each event at
/// most twice. Keeps none, except what processes do that share the cores of a host. `network`, if
/// it is not null: then messages have segments of the activity kLink. Errors: those of EventCursor.
Result<CriticalPath> walk_critical_path(const Trace& trace,
                                        const std::function<void(const Segment&)>& visit,
                                        NetworkView* network = nullptr);

/// A message of a request fires a functionality. Times are common time.
struct RequestFiring {
  std::uint32_t process = 0;
  Ticks fired = 0;
  Ticks begun = 0;  ///< at most `fired`
  Request request{};

  [[nodiscard]] Ticks age() const { return fired - begun; }
};

/// The arrival of a message, in common time.
struct MessageArrival {
  Ticks at = 0;
  std::uint64_t bytes = 0;
};

/// Walks from a firing of the trace back to the start of its request. The segments cover
/// the age. `end` of the path is that of the firing. `arrivals`: those of the messages of the
/// request; what a receiver did before such a message arrived is not on the path.
Result<CriticalPath> walk_request_path(const Trace& trace, const RequestFiring& from,
                                       const OpenMessages<MessageArrival>& arrivals,
                                       const std::function<void(const Segment&)>& visit,
                                       NetworkView* network = nullptr);

}  // namespace dps::traces
