#include "predictor/machines/inspection/fair_filling.h"

#include <unordered_map>

namespace dps::machines {
namespace {

class Filling {
 public:
  Filling(const Topology& topology, std::span<const std::vector<std::uint32_t>> routes)
      : topology_(topology), routes_(routes), filled_(routes.size()), is_fixed_(routes.size()) {
    for (std::uint32_t flow = 0; flow < routes.size(); ++flow) {
      is_fixed_[flow] = routes[flow].empty();
      open_ += routes[flow].empty() ? 0 : 1;
      for (const std::uint32_t link : routes[flow]) {
        LinkState& state = links_.try_emplace(link).first->second;
        state.rest = full_rate(topology.kind_of(link).bandwidth);
        ++state.open;
        state.flows.push_back(flow);
      }
    }
  }

  std::vector<FilledFlow> fill() {
    while (open_ > 0) {
      Rate least;
      for (auto& [link, state] : links_) {
        if (state.open > 0) {
          state.share =
              topology_.kind_of(link).is_shared ? share_of(state.rest, state.open) : state.rest;
          least = smaller(least, state.share);
        }
      }
      fix_flows_of_full_links(least);
    }
    return std::move(filled_);
  }

 private:
  struct LinkState {
    Rate rest;
    Rate share;
    std::uint32_t open = 0;  ///< flows whose rate is not fixed
    std::vector<std::uint32_t> flows;
  };

  [[nodiscard]] bool is_full(const LinkState& state, const Rate& least) const {
    return state.open > 0 && is_equal(state.share, least);
  }

  void fix_flows_of_full_links(const Rate& least) {
    std::vector<std::uint32_t> fixed;
    for (const auto& [link, state] : links_) {
      if (!is_full(state, least)) {
        continue;
      }
      for (const std::uint32_t flow : state.flows) {
        if (!is_fixed_[flow]) {
          is_fixed_[flow] = true;
          fixed.push_back(flow);
        }
      }
    }
    for (const std::uint32_t flow : fixed) {
      filled_[flow].rate = least;
      for (auto link = routes_[flow].rbegin(); link != routes_[flow].rend(); ++link) {
        filled_[flow].bottleneck =
            is_full(links_.at(*link), least) ? *link : filled_[flow].bottleneck;
      }
    }
    open_ -= fixed.size();
    for (const std::uint32_t flow : fixed) {
      for (const std::uint32_t link : routes_[flow]) {
        LinkState& state = links_.at(link);
        state.rest =
            topology_.kind_of(link).is_shared ? difference(state.rest, least, 1) : state.rest;
        --state.open;
      }
    }
  }

  const Topology& topology_;
  std::span<const std::vector<std::uint32_t>> routes_;
  std::vector<FilledFlow> filled_;
  std::vector<bool> is_fixed_;
  std::size_t open_ = 0;
  std::unordered_map<std::uint32_t, LinkState> links_;
};

}  // namespace

std::vector<FilledFlow> fill(const Topology& topology,
                             std::span<const std::vector<std::uint32_t>> routes) {
  return Filling(topology, routes).fill();
}

}  // namespace dps::machines
