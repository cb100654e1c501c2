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
  std::vector<Diagnostic> diagnostics;              ///< in line order
};

/// The diagnostics contain all errors; of a file that is not TOML, only the first one.
ComponentCostsReading read_component_costs(const SourceText& source);

}  // namespace dps::machines
