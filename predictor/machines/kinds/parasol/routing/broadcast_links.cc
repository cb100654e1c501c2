#include "predictor/machines/kinds/parasol/routing/broadcast_links.h"

#include <algorithm>

namespace dps::parasol {
namespace {

bool joins_all(const TopologyDescription& topology, std::uint32_t link) {
  return topology.links[link - 1].end_count == topology.processors;
}

/// True if a message of some pair takes this link.
bool is_taken(const TopologyDescription& topology, const LinksOfProcessors& links,
              std::uint32_t link) {
  const auto ends = topology.ends_of(topology.links[link - 1]);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    for (std::size_t j = i + 1; j < ends.size(); ++j) {
      if (links.between(ends[i], ends[j]) == link) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

std::optional<std::pair<std::uint32_t, std::uint32_t>> unjoined_pair(
    const TopologyDescription& topology, const LinksOfProcessors& links) {
  std::vector<std::uint32_t> joined_with(topology.processors + 1U);  // the last processor it met
  for (std::uint32_t a = 1; a < topology.processors; ++a) {
    const auto mine = links.of(a);
    if (std::any_of(mine.begin(), mine.end(),
                    [&](std::uint32_t link) { return joins_all(topology, link); })) {
      continue;
    }
    for (const std::uint32_t link : mine) {
      for (const std::uint32_t b : topology.ends_of(topology.links[link - 1])) {
        joined_with[b] = a;
      }
    }
    for (std::uint32_t b = a + 1; b <= topology.processors; ++b) {
      if (joined_with[b] != a) {
        return std::pair(a, b);
      }
    }
  }
  return std::nullopt;
}

std::vector<std::uint32_t> idle_broadcast_links(const TopologyDescription& topology,
                                                const LinksOfProcessors& links) {
  std::vector<std::uint32_t> idle;
  bool is_complete = false;  // a link of a lower id joins all
  for (std::uint32_t link = 1; link <= topology.links.size(); ++link) {
    if (is_complete || !is_taken(topology, links, link)) {
      idle.push_back(link);
    }
    is_complete = is_complete || joins_all(topology, link);
  }
  return idle;
}

}  // namespace dps::parasol
