// Compares predictions with those of the naive model.
#pragma once

#include <string>

#include "tests/predictor/virtual_time/random_case.h"

namespace dps::predictor::test {

/// Predicts the case by the predictor and by the naive model, and describes the first difference
/// between their results, events and instants; "" if there is none.
std::string first_difference(const RandomCase& random);

}  // namespace dps::predictor::test
