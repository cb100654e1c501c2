/// Reads run.toml, which has what all raw files of a folder share.
/// Source: docs/datasheets.md, "run.toml".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "datasheets/raw/raw_folder.h"

namespace dps::datasheets {

struct RunFactsReading {
  std::optional<RunFacts> facts;  ///< nullopt if a diagnostic is an error
  std::vector<Diagnostic> diagnostics;
};

RunFactsReading read_run_facts(std::string_view text);

}  // namespace dps::datasheets
