/// The events of a trace, after reading. Source: docs/trace.md, "Events".
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace dps::traces {

/// An instant or a duration in the unit of the trace.
using Ticks = std::int64_t;

/// Instants and durations lie between these, so that sums of a few of them cannot overflow.
inline constexpr Ticks kMostTicks = Ticks{1} << 62;
inline constexpr Ticks kLeastTicks = -(Ticks{1} << 60);
constexpr bool is_plausible(Ticks ticks) {
  return ticks >= kLeastTicks && ticks <= kMostTicks;
}
/// The end of a window that has none.
inline constexpr Ticks kNoEnd = std::numeric_limits<Ticks>::max();

enum class EventKind : std::uint8_t {
  kProcessBegin = 1,
  kProcessEnd,
  kUnitBegin,
  kUnitEnd,
  kFunctionalityBegin,
  kFunctionalityEnd,
  kComputationBegin,
  kComputationEnd,
  kSendBegin,
  kSendEnd,
  kSendFailed,
  kArrival,
  kWait,
  kTake,
  kLate,
  kSendHeld,
  kSendFreed,
  kReleased,
  kCollectiveBegin,
  kCollectiveEnd,
  kRequestBegin,
  kRequest,
  kSendQueued,
  kSendAdmitted,
};
constexpr EventKind last_enumerator(EventKind /*type*/) {
  return EventKind::kSendAdmitted;
}

/// The name in docs/trace.md and CSV files: "FU_BEGIN".
std::string_view name_of(EventKind kind);

/// Process, unit or functionality: an event with CPU time and a position.
constexpr bool is_nesting(EventKind kind) {
  return kind <= EventKind::kFunctionalityEnd;
}
/// The start or the end of the time in which a send is held.
constexpr bool is_hold(EventKind kind) {
  return kind == EventKind::kSendHeld || kind == EventKind::kSendFreed;
}
/// An event of a message that its sender records.
constexpr bool is_send(EventKind kind) {
  return (kind >= EventKind::kSendBegin && kind <= EventKind::kSendFailed) || is_hold(kind);
}
constexpr bool is_message(EventKind kind) {
  return kind >= EventKind::kSendBegin && kind < EventKind::kReleased && kind != EventKind::kWait;
}
/// The start or the end of a collective operation in this process.
constexpr bool is_collective(EventKind kind) {
  return kind == EventKind::kCollectiveBegin || kind == EventKind::kCollectiveEnd;
}
/// A request that the next send begins, or that fires the next functionality.
constexpr bool is_request(EventKind kind) {
  return kind == EventKind::kRequestBegin || kind == EventKind::kRequest;
}
/// A message of an output with -window waits in its sender, or will be sent by the next send.
constexpr bool is_window(EventKind kind) {
  return kind == EventKind::kSendQueued || kind == EventKind::kSendAdmitted;
}
/// True for messages, collective operations, requests and windows. The peer of an operation is the
/// root, or the process that entered last; of a request its origin.
constexpr bool has_peer(EventKind kind) {
  return is_message(kind) || kind == EventKind::kReleased || is_collective(kind) ||
         is_request(kind) || is_window(kind);
}
/// The element is an output; so it is of collective operations, except of an MPI program.
constexpr bool names_output(EventKind kind) {
  return is_send(kind) || is_window(kind);
}
/// Arrivals and late messages are no steps of the receiver, a send that is held continues, a
/// collective operation is a step by its functionality, and a request belongs to the next step;
/// a message that waits in its sender takes no time.
constexpr bool is_own_step(EventKind kind) {
  return kind != EventKind::kArrival && kind != EventKind::kLate && !is_hold(kind) &&
         !is_collective(kind) && !is_request(kind) && !is_window(kind);
}
constexpr bool has_bytes(EventKind kind) {
  return kind == EventKind::kSendBegin || kind == EventKind::kArrival || kind == EventKind::kLate ||
         kind == EventKind::kSendQueued || is_collective(kind);
}

/// The number of a RELEASED at the end of a call of a predicted MPI program, whose `work` is the
/// instant on which this end depended. Other RELEASED have the number 0.
inline constexpr std::uint64_t kEndOfCall = 1;

/// The flags of a record, and the only ones.
struct Flag {
  static constexpr std::uint8_t kCpuTime = 1;
  static constexpr std::uint8_t kTimer = 2;
  static constexpr std::uint8_t kWaited = 4;
  static constexpr std::uint8_t kStopped = 8;
  static constexpr std::uint8_t kFailed = 16;
  static constexpr std::uint8_t kAll = 31;
};

/// Only the fields of its kind are set.
struct Event {
  EventKind kind = EventKind::kProcessBegin;
  std::uint8_t flags = 0;
  /// The unit in its plan, the functionality among all of its plan, the computation or the output
  /// in the lists of the head; of an arrival, a take, a late message, a release or a collective
  /// operation of an MPI program its type.
  std::uint32_t element = 0;
  std::uint32_t peer = 0;  ///< the other process, if it has_peer()
  Ticks time = 0;
  Ticks user = 0;
  Ticks sys = 0;
  /// Send end: packing; take: reading and unpacking; a request: its start, in the time of its
  /// origin's host; a message that is admitted: since when it has waited; a release with the
  /// number kEndOfCall: the instant in the process `peer`.
  Ticks work = 0;
  std::uint64_t bytes = 0;  ///< of a message that waits: the length of its queue
  /// k of a message; of a collective operation that does not block; of an operation of an output
  /// and its members, from 1; of a request; of a message that waits or has waited, from 1 in its
  /// process.
  std::uint64_t number = 0;

  [[nodiscard]] bool has(std::uint8_t flag) const { return (flags & flag) != 0; }
  bool operator==(const Event&) const = default;
};

}  // namespace dps::traces
