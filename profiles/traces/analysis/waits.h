/// The causes of waits: the states of the messages, and the activities of late senders. And sends
/// that were held by a full buffer, with the activities of their receivers.
/// Source: docs/trace.md, "Why".
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "base/result.h"
#include "profiles/traces/analysis/element.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// The parts of an idle time, in the unit of the trace. Sums over clones may exceed the range of
/// Ticks.
struct WaitParts {
  double late = 0;       ///< the sender had not begun to send
  double sending = 0;    ///< until the end of the send, or the arrival
  double under_way = 0;  ///< until the arrival
  double wake_up = 0;    ///< until the begin of taking
  double timer = 0;      ///< until the timer was due
  double idle = 0;       ///< no message came
  double unknown = 0;    ///< the send was not recorded
  double held = 0;       ///< of a hold, the only part: no idle time

  [[nodiscard]] double total() const {
    return late + sending + under_way + wake_up + timer + idle + unknown + held;
  }
  WaitParts& operator+=(const WaitParts& more);
};

/// The waits of a group for messages of one type from one group, before one functionality. Or its
/// held sends of one type to one group, in one functionality.
struct WaitKey {
  std::uint32_t group = 0;
  std::uint32_t functionality = kNone;  ///< line of the next one to fire; kNone: none did. Of a
                                        ///< hold, the one that sends
  std::uint32_t mid = kNone;            ///< kNone: no message came
  std::uint32_t sender = kNone;         ///< a group; of a hold, the receiver
  bool is_hold = false;

  // NOLINTNEXTLINE(modernize-use-nullptr): its own 0
  auto operator<=>(const WaitKey&) const = default;
};

struct Waits {
  WaitKey key;
  std::uint64_t count = 0;
  WaitParts parts;
  /// The activities of the senders while they were late, in ticks; they add up to parts.late,
  /// apart from the time before a sender began. Of a hold, those of the receivers, and parts.held.
  std::map<Element, double> meanwhile;
  /// The parts of parts.late by the process that was late; of a hold, those of parts.held.
  std::map<std::uint32_t, double> late_by;
};

/// The time in which each process computed, sent and took messages.
using BusyTimes = std::vector<double>;

struct WaitAnalysis {
  std::vector<Waits> waits;  ///< the longest total first
  BusyTimes busy;            ///< by process
};

/// Reads the events twice. Keeps the messages that are under way at an instant, and 24 bytes for
/// each wait for a late sender. Errors: those of EventCursor.
Result<WaitAnalysis> analyse_waits(const Trace& trace);

}  // namespace dps::traces
