/// The picture of the table of a model. Source: docs/models.md, "Pictures".
#pragma once

#include <string>

#include "base/plots/picture.h"
#include "predictor/models/model_table.h"
#include "predictor/models/question.h"

namespace dps::models {

/// For one variable with several values: curves of the time, its bounds and its parts. For two: a
/// heat map of the time. With a speed-up, the picture shows the speed-up instead. The table has one
/// or two variables with several values, besides that of --best.
plots::Picture table_picture(const ModelTable& table);

/// The error of a question whose table cannot be drawn; "" if there is none.
std::string picture_mistake(const ModelTable& table);

}  // namespace dps::models
