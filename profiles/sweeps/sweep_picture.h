/// The picture of a sweep. Source: docs/sweep.md, "Pictures".
#pragma once

#include <cstddef>
#include <optional>

#include "base/plots/picture.h"
#include "base/result.h"
#include "profiles/sweeps/sweep.h"

namespace dps::sweeps {

struct PictureChoice {
  bool wants_heat_map = false;
  std::optional<std::size_t> column = {};  ///< of Sweep::columns; nullopt: the makespan
};

/// Curves over one variable or, if it is wanted or where there would be too many curves, a heat map
/// of two. Errors (kInput): no variable has several values; a heat map of other than two variables,
/// or of several machines.
Result<plots::Picture> sweep_picture(const Sweep& sweep, const PictureChoice& choice);

/// The error of sweep_picture() that does not depend on the outcomes; "" if there is none.
std::string picture_mistake(const std::vector<SweepAxis>& axes, bool wants_heat_map);

}  // namespace dps::sweeps
