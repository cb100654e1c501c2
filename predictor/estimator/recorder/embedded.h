/// The sources that are compiled with a user's source.
#pragma once

#include <string_view>

namespace dps::estimator {

/// Returns the text of dps_estimate.h.
std::string_view estimate_header();

/// Returns the text of driver.c.
std::string_view estimate_driver();

}  // namespace dps::estimator
