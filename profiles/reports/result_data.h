/// The data of a result in the page. Source: docs/report.md, "The data".
#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "profiles/reports/subject.h"
#include "profiles/reports/timeline.h"

namespace dps::reports {

/// One element of "results"; `most_events` limits its timeline, 0: no timeline. Errors: those of
/// traces::EventCursor.
Result<nlohmann::ordered_json> data_of(const ReportSubject& subject,
                                       std::uint64_t most_events = kMostDrawnEvents);

}  // namespace dps::reports
