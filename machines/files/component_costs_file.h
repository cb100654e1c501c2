/// The file of component costs, read: docs/machines.md, "Costs of components".
#pragma once

#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "machines/component_costs.h"

namespace dps::machines {

struct ComponentCostsReading {
  std::optional<std::vector<ComponentCost>> costs;  ///< none if there are errors
  std::vector<Diagnostic> diagnostics;              ///< all of them, in the order of the lines
};

ComponentCostsReading read_component_costs(const SourceText& source);

}  // namespace dps::machines
