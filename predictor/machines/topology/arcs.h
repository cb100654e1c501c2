/// The links that leave each node of a topology.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "predictor/machines/topology.h"

namespace dps::machines {

/// A way of a link: a half-duplex link has two.
struct Arc {
  std::uint32_t to = 0;  ///< a node
  std::uint32_t link = 0;
};

class Arcs {
 public:
  explicit Arcs(const Topology& topology);

  /// The arcs that leave the node, in the order of the links.
  [[nodiscard]] std::span<const Arc> from(std::uint32_t node) const {
    return std::span(arcs_).subspan(first_[node], first_[node + 1] - first_[node]);
  }
  [[nodiscard]] std::uint32_t node_count() const {
    return static_cast<std::uint32_t>(first_.size() - 1);
  }

 private:
  std::vector<std::uint32_t> first_;  // by node, and one more
  std::vector<Arc> arcs_;
};

}  // namespace dps::machines
