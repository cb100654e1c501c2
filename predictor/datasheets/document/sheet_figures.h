/// The pictures of a data sheet.
/// Source: docs/datasheets.md, "Documents".
#pragma once

#include <string>
#include <vector>

#include "base/plots/picture.h"
#include "predictor/datasheets/raw/raw_folder.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::datasheets {

/// A picture of a function: one range, with measured points and the fitted times as dashed lines;
/// or all ranges, with the fitted times as a surface over processes and elements.
struct SheetFigure {
  std::string name;  ///< "bcast_1", "bcast_surface", for files
  plots::Picture picture;
};

/// The pictures of a function: one for each range and, for collective functions with enough points,
/// one of the surface. None for local functions, and without points.
std::vector<SheetFigure> figures_of(const machines::SheetFunction& function,
                                    const RawFolder& folder);

/// The data of a picture, for files: blocks with a comment for each curve.
std::string figure_data(const SheetFigure& figure);

}  // namespace dps::datasheets
