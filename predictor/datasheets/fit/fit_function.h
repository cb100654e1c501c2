/// Fits the equations of a function. Source: docs/datasheets.md, "The fit".
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "predictor/datasheets/fit/fit_warnings.h"
#include "predictor/datasheets/fit/size_ranges.h"
#include "predictor/datasheets/raw/raw_folder.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::datasheets {

struct FittedFunction {
  machines::SheetFunction function;
  std::vector<FitWarning> warnings;
};

/// Errors (kInput): those of ranges_of(); a coefficient above 18 s, which a sheet cannot have.
Result<FittedFunction> fit_function(const RawSeries& series, const FitOptions& options);

/// median / fitted - 1; 0 if both are 0, infinite if only the fitted time is.
double deviation_of(const machines::Equation& equation, const RawPoint& point);

/// The sizes for which a range holds: "32 elements or less", "64 to 1024 elements", "" for the only
/// range. `before` is the range with smaller sizes, or null.
std::string sizes_of(const machines::SheetRange& range, const machines::SheetRange* before);

}  // namespace dps::datasheets
