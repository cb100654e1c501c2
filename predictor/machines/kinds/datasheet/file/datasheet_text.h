/// Writes data sheets.
/// Source: docs/datasheets.md, "Sheets".
#pragma once

#include <span>
#include <string>

#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::machines {

/// Returns a text from which read_datasheet() reads an equal sheet, provided that the sheet is one
/// that it could have read and its texts are UTF-8. `comments` are lines at the top, without '#'.
std::string datasheet_text(const Datasheet& sheet, std::span<const std::string> comments = {});

}  // namespace dps::machines
