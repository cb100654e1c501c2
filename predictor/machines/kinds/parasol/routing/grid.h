/// Grids and tori of processors: coordinates, edges and ways.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "predictor/machines/kinds/parasol/routing/routing_rule.h"

namespace dps::parasol {

/// A grid or torus of up to three axes; an axis that it does not have has the size 1.
/// Processor i has the coordinates of i - 1, with x fastest: i = 1 + x + X * (y + Y * z).
struct ProcessorGrid {
  std::array<std::uint32_t, 3> size{1, 1, 1};
  std::uint32_t axes = 2;
  bool wraps = false;  ///< a torus

  [[nodiscard]] std::uint64_t processors() const {
    return std::uint64_t{size[0]} * size[1] * size[2];
  }
  /// The number of edges; the processors of an axis of the size 2 have no second cable.
  [[nodiscard]] std::uint64_t edges() const;
  /// "32x16"
  [[nodiscard]] std::string text() const;

  [[nodiscard]] std::array<std::uint32_t, 3> place(std::uint32_t processor) const;
  [[nodiscard]] std::uint32_t number(const std::array<std::uint32_t, 3>& place) const {
    return 1 + place[0] + size[0] * (place[1] + size[1] * place[2]);
  }

  bool operator==(const ProcessorGrid&) const = default;
};

/// Calls `visit(a, b)` for each edge, by processor and then by axis, until it returns false.
/// Returns false if a visit did.
template <typename Visit>
bool visit_edges(const ProcessorGrid& grid, Visit visit) {
  const auto count = static_cast<std::uint32_t>(grid.processors());
  for (std::uint32_t processor = 1; processor <= count; ++processor) {
    auto place = grid.place(processor);
    for (std::uint32_t axis = 0; axis < grid.axes; ++axis) {
      const std::uint32_t at = place[axis];
      const std::uint32_t size = grid.size[axis];
      const bool is_last = at + 1 == size;
      if (is_last && (!grid.wraps || size < 3)) {
        continue;
      }
      place[axis] = is_last ? 0 : at + 1;
      if (!visit(processor, grid.number(place))) {
        return false;
      }
      place[axis] = at;
    }
  }
  return true;
}

/// Appends the processors that a message passes after `from`, up to `to`: axis by axis in this
/// order; on a torus the shorter way round, upwards if both are equal.
void append_way(const ProcessorGrid& grid, const std::array<std::uint32_t, 3>& order,
                std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& way);

/// The size of a topology without links from which it could be found: the product X >= Y (>= Z)
/// with the least X - Z, then the least X.
ProcessorGrid squarest_grid(std::uint32_t processors, const RoutingRule& rule);

/// All sizes of a grid of `processors` processors.
std::vector<ProcessorGrid> grids_of(std::uint32_t processors, const RoutingRule& rule);

/// The number of neighbours of all processors together.
std::uint64_t neighbour_count(std::uint32_t processors, const RoutingRule& rule,
                              const ProcessorGrid& grid);

/// True if the rule joins the two processors directly. `grid` is ignored for broadcast.
bool are_neighbours(const RoutingRule& rule, const ProcessorGrid& grid, std::uint32_t a,
                    std::uint32_t b);

}  // namespace dps::parasol
