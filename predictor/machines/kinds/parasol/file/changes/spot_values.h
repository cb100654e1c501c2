/// New texts of values: other ones, multiples and sums.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "predictor/machines/factor.h"
#include "predictor/machines/files/machine_change.h"
#include "predictor/machines/kinds/parasol/file/changes/spots.h"

namespace dps::parasol {

/// The text of a value after a change. Errors (kInput): a factor, time or value that is wrong, or
/// an operator that the value does not have.
Result<std::string> changed_value_text(SpotKind kind, std::string_view old,
                                       const machines::MachineChange& change);

/// True if the text is a time that a file may have, perhaps with a deviation. Returns false also
/// for some unusual forms of numbers.
bool is_time_text(std::string_view text);

/// The value of a key that denotes several different values.
inline constexpr std::string_view kDiffers = "-";

// For MachineKey: multiples and sums of these values, or kDiffers.
Result<std::string> scale_seconds_text(std::string_view value, machines::Factor factor);
Result<std::string> scale_whole_text(std::string_view value, machines::Factor factor);
Result<std::string> scale_formula_text(std::string_view value, machines::Factor factor);
Result<std::string> add_seconds_text(std::string_view value, std::string_view time);
Result<std::string> add_formula_text(std::string_view value, std::string_view time);

}  // namespace dps::parasol
