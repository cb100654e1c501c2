/// Writes costs files.
/// Source: docs/machines.md, "Costs of components".
#pragma once

#include <span>
#include <string>

#include "predictor/machines/component_costs.h"
#include "predictor/machines/files/toml_writer.h"

namespace dps::machines {

/// Returns a text from which read_component_costs() reads the same costs in the same order, with
/// times rounded to four digits, which is more than the precision of the measurements. There must
/// be at least one cost, and no two of the same component.
std::string component_costs_text(std::span<const ComponentCost> costs,
                                 const FileRemarks& remarks = {});

}  // namespace dps::machines
