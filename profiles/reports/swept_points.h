/// The points of a sweep, for the page: the settings of each, and all figures of its results.
#pragma once

#include <span>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "profiles/sweeps/store/store.h"

namespace dps::reports {

/// {"axes": [{"name", "is_number", "unit"}], "figures": [{"name", "unit"}], "points": [{"kind",
/// "selector", "status", "reason", "values": [text…], "numbers": [number or null…], "figures":
/// [number or null…]}], "notes": [text…]}. Axes are the settings that differ between the points,
/// and "machine" and "kind" if these do; `values` and `numbers` follow their order. Times are in
/// seconds, shares in 0 to 1; units: "s", "", "/s", "share". The figures of a point are means over
/// its runs, latencies those over all runs (docs/sweep.md, "More columns"). Errors: those of Store
/// and of profiles::parse_result().
Result<nlohmann::ordered_json> swept_points(sweeps::Store& store,
                                            std::span<const sweeps::PointKey> keys);

}  // namespace dps::reports
