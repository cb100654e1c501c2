/// The data sheets of the library of machines, for tests, which run in the project's folder.
#pragma once

#include <string>

#include "base/check.h"
#include "base/text/load_source.h"
#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"

namespace dps::models {

/// The sheet predictor/machines/library/NAME.toml, under this name.
inline machines::Datasheet library_sheet(const std::string& name) {
  const auto source =
      text::load_source("predictor/machines/library/" + name + ".toml", "data sheet");
  DPS_CHECK(source.has_value());
  machines::DatasheetReading reading = machines::read_datasheet(*source);
  DPS_CHECK(reading.sheet.has_value());
  reading.sheet->name = name;
  return *reading.sheet;
}

}  // namespace dps::models
