/// The operations that `dps calibrate --operations` measures: --only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace dps::calibration {

/// The names of operations in a list such as "dlm,@add", in the order of all operations; all if the
/// list is empty. Errors (kInput): a name is neither an operation nor a group.
Result<std::vector<std::string_view>> chosen_operations(std::string_view list);

}  // namespace dps::calibration
