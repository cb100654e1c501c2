/// Reads and writes run.toml, which contains the facts that all raw files of a folder share.
/// Source: docs/datasheets.md, "run.toml".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"

namespace dps::datasheets {

/// The contents of run.toml.
struct RunFacts {
  std::uint64_t element_bytes = 0;                            ///< 0: not stated
  double timer_resolution = 0;                                ///< seconds; 0: not stated
  std::vector<std::pair<std::string, std::string>> measured;  ///< as in a sheet
};

struct RunFactsReading {
  std::optional<RunFacts> facts;  ///< nullopt if a diagnostic is an error
  std::vector<Diagnostic> diagnostics;
};

RunFactsReading read_run_facts(std::string_view text);

/// A text that read_run_facts() reads as equal facts; the timer resolution is rounded to
/// nanoseconds.
std::string write_run_facts(const RunFacts& facts);

}  // namespace dps::datasheets
