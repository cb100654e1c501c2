/// The report: one HTML file without references to other files. Source: docs/report.md.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "profiles/reports/subject.h"

namespace dps::reports {

/// The page of these results, of which there is at least one. Errors: those of
/// traces::EventCursor.
Result<std::string> page_of(std::span<const ReportSubject> subjects);

/// The page of a sweep's points (swept_points()).
std::string page_of_sweep(std::string_view name, nlohmann::ordered_json points);

/// The text of the data in a script element. No text in it ends the element or begins a comment:
/// '<' is written as an escape sequence. Invalid UTF-8 is replaced by U+FFFD.
std::string embedded(const nlohmann::ordered_json& data);

/// The hash of a script or of a style sheet in the form of a content security policy:
/// "sha256-…=". Source: https://www.w3.org/TR/CSP3/, "Hashes".
std::string policy_hash(std::string_view text);

}  // namespace dps::reports
