/// The sources of the programs that measure operations.
#pragma once

#include <string>
#include <string_view>

#include "predictor/calibration/operations/kernel.h"

namespace dps::calibration {

/// The file with both routines of a kernel.
std::string kernel_source(const Kernel& kernel, KernelLanguage language);

/// The main program, which draws the operands and times the routines. Its arguments: the number of
/// rounds, the shortest time of a measurement in milliseconds, and 1 if statements depend on each
/// other, else 0. It prints a line for each round: the seconds of the first and of the second
/// routine for one pass through their statements.
std::string_view driver_source(KernelLanguage language);

/// "f90" or "c".
std::string_view source_suffix(KernelLanguage language);

}  // namespace dps::calibration
