/// The date for people who read results.
#pragma once

#include <string>

namespace dps {

/// The present date and time in UTC, in the form of ISO 8601: "2026-01-31T12:00:00Z".
std::string utc_date();

}  // namespace dps
