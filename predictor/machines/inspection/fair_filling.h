/// The max-min fair rates of flows that are all under way, and their bottlenecks.
/// Source: Bertsekas and Gallager, Data Networks, 6.5.2 (progressive filling).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "predictor/machines/flows/rate.h"
#include "predictor/machines/topology.h"

namespace dps::machines {

struct FilledFlow {
  Rate rate;                     ///< without limit for a flow without links
  std::uint32_t bottleneck = 0;  ///< the first link of its route that limits it
};

/// A flow for each route, over different links of the topology.
std::vector<FilledFlow> fill(const Topology& topology,
                             std::span<const std::vector<std::uint32_t>> routes);

}  // namespace dps::machines
