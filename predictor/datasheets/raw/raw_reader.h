/// Reads raw files, and files with the times of single trials.
/// Source: docs/datasheets.md, "Raw files".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "predictor/datasheets/raw/raw_file.h"
#include "predictor/datasheets/raw/raw_lines.h"

namespace dps::datasheets {

struct RawReading {
  std::optional<RawFile> file;  ///< nullopt if a diagnostic is an error
  std::vector<Diagnostic> diagnostics;
};

/// Reads a file with a line for each point. All malformed lines are reported.
RawReading read_raw(std::string_view text, const RawExpectation& expected);

/// Reads a file with a line for each trial, and makes the points, in the order of their first
/// trials.
RawReading read_trials(std::string_view text, const RawExpectation& expected);

}  // namespace dps::datasheets
