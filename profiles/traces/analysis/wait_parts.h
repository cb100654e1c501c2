/// The waits of processes, grouped by what they waited for, and the parts of their times.
/// Source: docs/trace.md, "Why".
#pragma once

#include <cstdint>
#include <map>

#include "profiles/traces/analysis/element.h"

namespace dps::traces {

/// The parts of an idle time, in the unit of the trace. Sums over clones may exceed the range of
/// Ticks.
struct WaitParts {
  double late = 0;       ///< the sender had not begun to send
  double sending = 0;    ///< until the end of the send, or the arrival
  double under_way = 0;  ///< until the arrival
  double wake_up = 0;    ///< until the start of taking
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

}  // namespace dps::traces
