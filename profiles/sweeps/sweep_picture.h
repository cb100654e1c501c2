/// The picture of a sweep. Source: docs/sweep.md, "Pictures".
#pragma once

#include "base/plots/picture.h"
#include "base/result.h"
#include "profiles/sweeps/sweep.h"

namespace dps::sweeps {

/// Curves over one variable or, if `wants_heat_map` or where there would be too many curves, a heat
/// map of two. Errors (kInput): no variable has several values; a heat map of other than two
/// variables, or of several machines.
Result<plots::Picture> sweep_picture(const Sweep& sweep, bool wants_heat_map);

/// The error of sweep_picture() that does not depend on the outcomes; "" if there is none.
std::string picture_mistake(const std::vector<SweepAxis>& axes, bool wants_heat_map);

}  // namespace dps::sweeps
