#include "predictor/machines/topology/joined.h"

#include <algorithm>
#include <map>
#include <vector>

#include "predictor/machines/topology/arcs.h"

namespace dps::machines {
namespace {

class Search {
 public:
  explicit Search(const Topology& topology)
      : hosts_(topology.host_count()), arcs_(topology), incoming_(arcs_.node_count()) {
    for (std::uint32_t node = 0; node < arcs_.node_count(); ++node) {
      for (const Arc& arc : arcs_.from(node)) {
        incoming_[arc.to].push_back(node);
      }
    }
  }

  std::optional<UnjoinedHosts> find() {
    return hosts_ < 2 || has_meeting_point() ? std::nullopt : find_pair();
  }

 private:
  using Nodes = std::vector<std::uint32_t>;

  Nodes after(std::uint32_t node) const {
    Nodes nodes;
    for (const Arc& arc : arcs_.from(node)) {
      nodes.push_back(arc.to);
    }
    return nodes;
  }

  /// The nodes that can be reached; hosts among them do not forward.
  template <typename Next>
  std::vector<bool> reached(std::uint32_t from, const Next& next) const {
    std::vector<bool> is_reached(arcs_.node_count());
    is_reached[from] = true;
    Nodes left{from};
    while (!left.empty()) {
      const std::uint32_t node = left.back();
      left.pop_back();
      if (node != from && node < hosts_) {
        continue;
      }
      for (const std::uint32_t other : next(node)) {
        if (!is_reached[other]) {
          is_reached[other] = true;
          left.push_back(other);
        }
      }
    }
    return is_reached;
  }

  /// True if all hosts reach a router that reaches all of them: the usual case, and quick to find.
  [[nodiscard]] bool has_meeting_point() const {
    constexpr std::size_t kMostTried = 4;
    std::size_t tried = 0;
    for (const std::uint32_t router : after(0)) {
      if (router < hosts_ || ++tried > kMostTried) {
        continue;
      }
      const auto from = reached(router, [&](std::uint32_t node) { return after(node); });
      const auto to = reached(router, [&](std::uint32_t node) { return incoming_[node]; });
      const auto all = [&](const std::vector<bool>& is_reached) {
        return std::all_of(is_reached.begin(), is_reached.begin() + hosts_,
                           [](bool is) { return is; });
      };
      if (all(from) && all(to)) {
        return true;
      }
    }
    return false;
  }

  /// Hosts that begin with the same links reach the same hosts, apart from themselves: two searches
  /// are enough for all of them.
  [[nodiscard]] std::optional<UnjoinedHosts> find_pair() const {
    constexpr int kSearches = 2;
    std::map<Nodes, int> searches;
    for (std::uint32_t host = 0; host < hosts_; ++host) {
      if (searches[after(host)]++ >= kSearches) {
        continue;
      }
      const auto is_reached = reached(host, [&](std::uint32_t node) { return after(node); });
      const auto missing = std::find(is_reached.begin(), is_reached.begin() + hosts_, false);
      if (missing != is_reached.begin() + hosts_) {
        return UnjoinedHosts{host, static_cast<std::uint32_t>(missing - is_reached.begin())};
      }
    }
    return std::nullopt;
  }

  std::uint32_t hosts_;
  Arcs arcs_;
  std::vector<Nodes> incoming_;  // the nodes before each
};

}  // namespace

std::optional<UnjoinedHosts> unjoined_hosts(const Topology& topology) {
  return Search(topology).find();
}

}  // namespace dps::machines
