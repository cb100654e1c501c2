#include "predictor/machines/kinds/parasol/routing/link_index.h"

#include <numeric>

namespace dps::parasol {

PairLinks::PairLinks(const TopologyDescription& topology) {
  for (std::size_t i = 0; i < topology.links.size(); ++i) {
    const auto ends = topology.ends_of(topology.links[i]);
    if (ends.size() == 2) {
      table_.find_or_insert(key(ends[0], ends[1]), static_cast<std::uint32_t>(i + 1));
    }
  }
}

LinksOfProcessors::LinksOfProcessors(const TopologyDescription& topology)
    : first_(topology.processors + 1U) {
  for (const Link& link : topology.links) {
    for (const std::uint32_t end : topology.ends_of(link)) {
      ++first_[end];
    }
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  links_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < topology.links.size(); ++i) {
    for (const std::uint32_t end : topology.ends_of(topology.links[i])) {
      links_[next[end - 1]++] = static_cast<std::uint32_t>(i + 1);
    }
  }
}

std::uint32_t LinksOfProcessors::between(std::uint32_t a, std::uint32_t b) const {
  const auto mine = of(a);
  const auto others = of(b);
  for (std::size_t i = 0, j = 0; i < mine.size() && j < others.size();) {
    if (mine[i] == others[j]) {
      return mine[i];
    }
    mine[i] < others[j] ? ++i : ++j;
  }
  return kNoLink;
}

}  // namespace dps::parasol
