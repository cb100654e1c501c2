/// The parts of a Parasol machine as tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/text/table.h"
#include "predictor/machines/kinds/parasol/file/parasol_file.h"

namespace dps::parasol {

// Each table has all elements, or the one with this id.

text::Table processors_table(const ParasolFile& file, std::optional<std::uint64_t> id);
text::Table timings_table(const ParasolFile& file, std::optional<std::uint64_t> id);
text::Table topologies_table(const ParasolFile& file, std::optional<std::uint64_t> id);
text::Table virtuals_table(const ParasolFile& file, std::optional<std::uint64_t> id);
text::Table formulas_table(const ParasolFile& file);

/// The value of a formula; nullopt if it fails, or needs size, count or hops.
std::optional<ParasolValue> formula_value(const ParasolFile& file, const Formula& formula);

}  // namespace dps::parasol
