/// The table of a model as text, CSV and JSON. Source: docs/models.md, "The table".
#pragma once

#include <string>

#include "predictor/models/model_table.h"

namespace dps::models {

/// A table for human readers: times with four digits; the parts of a point are lines below it, with
/// their shares.
std::string table_text(const ModelTable& table);

std::string table_csv(const ModelTable& table);

/// `dps` is the version of the program.
std::string table_json(const ModelTable& table, const std::string& dps);

}  // namespace dps::models
