/// Pictures of estimates, for --plot.
#pragma once

#include <string>

#include "base/plots/picture.h"
#include "predictor/estimator/pictures/timeline.h"
#include "predictor/estimator/tables/estimate_table.h"

namespace dps::estimator {

/// The time and the means of its parts over the numbers of processors.
plots::CurvePicture curves_picture(const EstimateTable& table);

/// The timeline of every processor.
plots::CurvePicture timeline_picture(const EstimateTable& table, const Timeline& timeline);

}  // namespace dps::estimator
