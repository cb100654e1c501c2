/// Reads costs files.
/// Source: docs/machines.md, "Costs of components".
#pragma once

#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "predictor/machines/component_costs.h"

namespace dps::machines {

struct ComponentCostsReading {
  std::optional<std::vector<ComponentCost>> costs;  ///< nullopt if there are errors
  std::vector<Diagnostic> diagnostics;              ///< in the order of the lines
};

/// Errors: all are in the diagnostics; a file that is not TOML has only its first one.
ComponentCostsReading read_component_costs(const SourceText& source);

}  // namespace dps::machines
