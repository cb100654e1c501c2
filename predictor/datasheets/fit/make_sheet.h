/// Makes a data sheet of raw files. Source: docs/datasheets.md, "The fit".
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "predictor/datasheets/fit/size_ranges.h"
#include "predictor/datasheets/raw/raw_folder.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::datasheets {

struct MadeSheet {
  machines::Datasheet sheet;  ///< the functions are in the order of documents
  std::vector<std::string> warnings;
};

/// Errors: those of fit_function().
Result<MadeSheet> make_sheet(const RawFolder& folder, const std::string& name,
                             const FitOptions& options);

}  // namespace dps::datasheets
