#include "predictor/machines/topology/arcs.h"

namespace dps::machines {

Arcs::Arcs(const Topology& topology)
    : first_(std::size_t{topology.host_count()} + topology.router_count() + 1) {
  const auto links = topology.links();
  const auto each = [&](auto&& take) {
    for (std::uint32_t i = 0; i < links.size(); ++i) {
      take(links[i].from, Arc{links[i].to, i});
      if (topology.kind_of(i).is_half) {
        take(links[i].to, Arc{links[i].from, i});
      }
    }
  };
  std::vector<std::uint32_t> counts(first_.size());
  each([&](std::uint32_t node, const Arc&) { ++counts[node]; });
  for (std::size_t node = 0; node + 1 < first_.size(); ++node) {
    first_[node + 1] = first_[node] + counts[node];
  }
  arcs_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end());
  each([&](std::uint32_t node, const Arc& arc) { arcs_[next[node]++] = arc; });
}

}  // namespace dps::machines
