/// The events of a trace for the timeline of the page. Source: docs/report.md, "timeline".
#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "profiles/traces/trace.h"

namespace dps::reports {

/// Limit on the events in the timeline: events after an instant chosen accordingly are left out.
/// This number of events takes 20 to 35 MB.
inline constexpr std::uint64_t kMostDrawnEvents = 2'000'000;

/// The timeline of a trace. Keeps the columns in memory. Errors: those of traces::EventCursor.
Result<nlohmann::ordered_json> timeline_of(const traces::Trace& trace,
                                           std::uint64_t most_events = kMostDrawnEvents);

}  // namespace dps::reports
