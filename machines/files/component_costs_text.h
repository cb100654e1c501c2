/// The file of what components cost, written: docs/machines.md, "Costs of components".
#pragma once

#include <span>
#include <string>

#include "machines/component_costs.h"
#include "machines/files/toml_writer.h"

namespace dps::machines {

/// read_component_costs() of it gives the same costs in the same order, each time to four digits:
/// more were not measured. At least one; no two are of the same component.
std::string component_costs_text(std::span<const ComponentCost> costs,
                                 const FileRemarks& remarks = {});

}  // namespace dps::machines
