/// Reads and writes run.toml, which has what all raw files of a folder share.
/// Source: docs/datasheets.md, "run.toml".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "predictor/datasheets/raw/raw_folder.h"

namespace dps::datasheets {

struct RunFactsReading {
  std::optional<RunFacts> facts;  ///< nullopt if a diagnostic is an error
  std::vector<Diagnostic> diagnostics;
};

RunFactsReading read_run_facts(std::string_view text);

/// A text that read_run_facts() reads as equal facts; the timer resolution is rounded to
/// nanoseconds.
std::string write_run_facts(const RunFacts& facts);

}  // namespace dps::datasheets
