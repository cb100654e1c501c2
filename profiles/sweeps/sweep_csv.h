/// Prints a sweep as CSV. Source: docs/sweep.md, "CSV".
#pragma once

#include <string>

#include "profiles/sweeps/sweep.h"

namespace dps::sweeps {

std::string sweep_csv(const Sweep& sweep);

}  // namespace dps::sweeps
