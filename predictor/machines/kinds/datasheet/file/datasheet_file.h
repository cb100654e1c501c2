/// Reads data sheets, which are TOML.
/// Source: docs/datasheets.md, "Sheets".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "predictor/machines/files/machine_reading.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"
#include "predictor/machines/machine_options.h"

namespace dps::machines {

struct DatasheetReading {
  std::optional<Datasheet> sheet;  ///< nullopt if there are errors
  std::vector<Diagnostic> diagnostics;
};

/// True if the text is a data sheet, even one with errors: its first table follows a `format`, or
/// it has a [[function]].
bool is_datasheet_file(std::string_view text);

/// Reads a data sheet. All quantities need units, and all keys must be known. The diagnostics
/// contain all errors; of a text that is not TOML, only the first one.
DatasheetReading read_datasheet(const SourceText& source);

/// Reads the sheet and makes its machine.
MachineReading read_datasheet_file(const SourceText& source, const MachineOptions& options);

}  // namespace dps::machines
