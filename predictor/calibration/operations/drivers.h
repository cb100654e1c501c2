/// The main programs that are compiled with the kernels.
#pragma once

#include <string_view>

namespace dps::calibration {

/// Returns the text of driver.f90.
std::string_view fortran_driver();

/// Returns the text of driver.c.
std::string_view c_driver();

}  // namespace dps::calibration
