/// An element of a profile: a line of the blueprint or a message type, and its activity.
#pragma once

#include <compare>
#include <cstdint>

#include "profiles/traces/analysis/activity.h"
#include "profiles/traces/head.h"

namespace dps::traces {

inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

struct Element {
  Activity activity = Activity::kEngine;
  std::uint32_t line = kNone;  ///< of TraceHead::lines: the C line, the O line or the call
  std::uint32_t mid = kNone;   ///< of a message
  std::uint32_t peer = kNone;  ///< of a message: the group of the other process; of kCore: that
                               ///< which has the core
  std::uint32_t other_line = kNone;  ///< of kCore: of the work that has the core: its line; of
                                     ///< kLink: of the messages with which it is shared
  std::uint32_t other_mid = kNone;   ///< of kCore, likewise, of a message
  std::uint32_t link = kNone;        ///< of kLink: a number of NetworkView

  // NOLINTNEXTLINE(modernize-use-nullptr): its own 0
  auto operator<=>(const Element&) const = default;
};

/// `element`: the index that Activity defines for this activity; `peer_group`: the group of the
/// other process of a message.
inline Element element_of(const TraceHead& head, Activity activity, std::uint32_t element,
                          std::uint32_t peer_group) {
  switch (activity) {
    case Activity::kCompute:
      return {activity, head.computations[element], kNone, kNone, kNone, kNone};
    case Activity::kSend:
    case Activity::kPack:
    case Activity::kHeld:
    case Activity::kUnderWay:
    case Activity::kLink:
    case Activity::kTimer:
      return {activity, head.outputs[element].line, head.outputs[element].mid, peer_group, kNone,
              kNone};
    case Activity::kTake:
    case Activity::kWakeUp:
    case Activity::kWait:
      return {activity, kNone, element, peer_group, kNone, kNone};
    case Activity::kCall:
      return {activity, element, kNone, kNone, kNone, kNone};
    case Activity::kStart:
    case Activity::kEngine:
    case Activity::kEnd:
    case Activity::kCore:  // has two works: PathShares
      break;
  }
  return {activity, kNone, kNone, kNone, kNone, kNone};
}

}  // namespace dps::traces
