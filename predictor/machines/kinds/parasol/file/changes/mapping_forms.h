/// Mappings of virtual processors to the hardware: in order, as a snake, and as a ring.
/// Source: the Parasol paper, figure 2.2; docs/parasol.md, "Changes".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "predictor/machines/kinds/parasol/routing/router.h"

namespace dps::parasol {

/// The hardware processor of each of `count` virtual ones. `form` is identity; snake: row by row,
/// every second row backwards; ring: a round trip in which neighbours are neighbours in the grid.
/// Errors (kInput): another form, no grid, or a ring where none can be.
Result<std::vector<std::uint32_t>> mapping_of(const std::string& form, const Router& router,
                                              std::uint32_t processors, std::uint32_t count);

}  // namespace dps::parasol
