/// Numbers of a change that the machine does not have: "tl(1)(1-9).speed" where topology 1 has
/// three links.
#pragma once

#include "base/result.h"
#include "predictor/machines/kinds/parasol/file/changes/target.h"
#include "predictor/machines/kinds/parasol/file/parasol_file.h"

namespace dps::parasol {

/// Error (kInput): the first number, single or at an end of a range, that names no element, with
/// the numbers that exist. A range may have gaps between its ends, as the ids of processors have. A
/// second number, of a link or of a processor, has to exist in one of the topologies that the first
/// number selects.
Result<void> check_numbers(const ParasolFile& file, const Target& target);

}  // namespace dps::parasol
