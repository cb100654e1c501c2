/// The costs of the lines of a blueprint. Source: docs/report.md, "The blueprint".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "profiles/reports/subject.h"

namespace dps::reports {

/// A line that defines a tag, with its costs in the run that is printed. Unknown costs are not
/// set.
struct LineCost {
  char section = 'F';
  std::uint32_t line = 0;  ///< in the blueprint; 0: unknown
  std::string tag;
  /// P: processes; U: activations; F: firings; C: computations; O: messages sent; I: messages taken
  std::optional<std::uint64_t> count;
  std::optional<double> time_s;  ///< see docs/report.md
  std::optional<std::uint64_t> bytes;
  double path_s = 0;  ///< the part of the critical path
};

struct LineCosts {
  std::vector<LineCost> lines;  ///< in the order of the lines
  bool has_text = false;        ///< the text of the blueprint was read, so that the lines are known
  bool has_components = false;  ///< the costs of C and O lines are known, from a trace
};

/// Errors: those of traces::EventCursor.
Result<LineCosts> line_costs_of(const ReportSubject& subject);

}  // namespace dps::reports
