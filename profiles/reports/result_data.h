/// A result as the page has it. Source: docs/report.md, "The data".
#pragma once

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "profiles/reports/subject.h"

namespace dps::reports {

/// One element of "results". Errors: those of traces::EventCursor.
Result<nlohmann::ordered_json> data_of(const Subject& subject);

}  // namespace dps::reports
