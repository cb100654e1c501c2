/// Sweeps with figures that are easy to compute by hand.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profiles/sweeps/sweep.h"

namespace dps::sweeps {

inline Outcome done(std::vector<double> makespans) {
  return {0, "", std::move(makespans), {}};
}

/// p = 1, 2, 4 for n = 10 and n = 20; n = 20, p = 4 ends in a deadlock.
inline Sweep strong_sweep() {
  Sweep sweep;
  sweep.dps = "1.2.3";
  sweep.path = "plan.txt";
  sweep.sha256 = "abc";
  sweep.axes = {{AxisKind::kVariable, "n", {"10", "20"}},
                {AxisKind::kVariable, "p", {"1", "2", "4"}}};
  sweep.scale = "p";
  const std::vector<Outcome> outcomes{done({8}),    done({4}),
                                      done({4}),    done({20}),
                                      done({12.5}), {4, "deadlock: 3 processes wait", {}, {}}};
  const auto points = points_of(sweep.axes);
  for (std::size_t i = 0; i < points.size(); ++i) {
    sweep.rows.push_back({points[i], {}, outcomes[i], std::nullopt});
  }
  return sweep;
}

}  // namespace dps::sweeps
