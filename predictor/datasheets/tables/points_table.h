/// The points of raw files beside the times of their equations.
#pragma once

#include <string>

#include "predictor/datasheets/raw/raw_folder.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::datasheets {

/// "function,path,processes,elements,median_s,error_s,fitted_s,deviation" and a line for each
/// point; the deviation is median/fitted - 1. The equation is the one that holds for the size of
/// the point. All functions of the folder must be in the sheet.
std::string points_csv(const RawFolder& folder, const machines::Datasheet& sheet);
std::string points_json(const RawFolder& folder, const machines::Datasheet& sheet);

}  // namespace dps::datasheets
