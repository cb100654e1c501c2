#include "predictor/models/dependencies.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace dps::models {
namespace {

enum class NodeState : std::uint8_t { kNew, kOpen, kDone };

/// Searches depth first, without recursion: a chain of definitions may be as long as a model.
class Search {
 public:
  explicit Search(const Needs& needs)
      : needs_(needs), states_(needs.size()), is_in_cycle_(needs.size()) {}

  void visit(std::uint32_t root) {
    if (states_[root] == NodeState::kNew) {
      open(root);
    }
    while (!path_.empty()) {
      step();
    }
  }

  Dependencies take() { return std::move(found_); }

 private:
  struct Visit {
    std::uint32_t node;
    std::size_t next = 0;  ///< of its needs
  };

  void open(std::uint32_t node) {
    states_[node] = NodeState::kOpen;
    path_.push_back({node});
  }

  void step() {
    Visit& visit = path_.back();
    if (visit.next == needs_[visit.node].size()) {
      states_[visit.node] = NodeState::kDone;
      found_.order.push_back(visit.node);
      path_.pop_back();
      return;
    }
    const std::uint32_t need = needs_[visit.node][visit.next++];
    if (states_[need] == NodeState::kNew) {
      open(need);
    } else if (states_[need] == NodeState::kOpen) {
      add_cycle(need);
    }
  }

  /// Adds a cycle: the path leads from `again` back to it.
  void add_cycle(std::uint32_t again) {
    const auto begin = std::find_if(path_.begin(), path_.end(),
                                    [again](const Visit& visit) { return visit.node == again; });
    std::vector<std::uint32_t> cycle;
    bool is_known = false;
    for (auto at = begin; at != path_.end(); ++at) {
      is_known = is_known || is_in_cycle_[at->node];
      cycle.push_back(at->node);
    }
    if (is_known) {
      return;
    }
    for (const std::uint32_t node : cycle) {
      is_in_cycle_[node] = true;
    }
    found_.cycles.push_back(std::move(cycle));
  }

  const Needs& needs_;
  std::vector<NodeState> states_;
  std::vector<bool> is_in_cycle_;
  std::vector<Visit> path_;
  Dependencies found_;
};

}  // namespace

Dependencies dependencies_of(const Needs& needs, std::span<const std::uint32_t> roots) {
  Search search(needs);
  for (const std::uint32_t root : roots) {
    search.visit(root);
  }
  return search.take();
}

}  // namespace dps::models
