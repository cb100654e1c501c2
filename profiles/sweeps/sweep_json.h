/// Prints a sweep as JSON. Source: docs/sweep.md, "JSON".
#pragma once

#include <string>

#include "profiles/sweeps/sweep.h"

namespace dps::sweeps {

std::string sweep_json(const Sweep& sweep);

}  // namespace dps::sweeps
