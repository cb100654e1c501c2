/// The links of topologies with the routing "broadcast", in which every pair needs a common link.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "predictor/machines/kinds/parasol/routing/link_index.h"

namespace dps::parasol {

/// The first pair of processors, by the lower number and then by the higher one, that no link
/// joins.
std::optional<std::pair<std::uint32_t, std::uint32_t>> unjoined_pair(
    const TopologyDescription& topology, const LinksOfProcessors& links);

/// The links that no message takes, since links of lower ids join all their pairs.
std::vector<std::uint32_t> idle_broadcast_links(const TopologyDescription& topology,
                                                const LinksOfProcessors& links);

}  // namespace dps::parasol
