/// Estimates as text, JSON and CSV. Source: docs/estimate.md, "Output".
#pragma once

#include <string>

#include "predictor/estimator/tables/estimate_table.h"

namespace dps::estimator {

std::string estimate_text(const EstimateTable& table);
std::string estimate_json(const EstimateTable& table);
std::string estimate_csv(const EstimateTable& table);

}  // namespace dps::estimator
