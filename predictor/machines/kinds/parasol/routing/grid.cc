#include "predictor/machines/kinds/parasol/routing/grid.h"

#include <algorithm>
#include <tuple>

#include "base/check.h"

namespace dps::parasol {
namespace {

std::vector<std::uint32_t> divisors(std::uint32_t number) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t d = 1; std::uint64_t{d} * d <= number; ++d) {
    if (number % d == 0) {
      found.push_back(d);
      if (d != number / d) {
        found.push_back(number / d);
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::uint32_t distance(std::uint32_t a, std::uint32_t b, std::uint32_t size, bool wraps) {
  const std::uint32_t direct = a > b ? a - b : b - a;
  return wraps ? std::min(direct, size - direct) : direct;
}

}  // namespace

std::uint64_t ProcessorGrid::edges() const {
  std::uint64_t sum = 0;
  for (std::uint32_t axis = 0; axis < axes; ++axis) {
    const std::uint64_t lines = processors() / size[axis];
    sum += lines * (wraps && size[axis] > 2 ? size[axis] : size[axis] - 1);
  }
  return sum;
}

std::string ProcessorGrid::text() const {
  std::string out = std::to_string(size[0]);
  for (std::uint32_t axis = 1; axis < axes; ++axis) {
    out += "x" + std::to_string(size[axis]);
  }
  return out;
}

std::array<std::uint32_t, 3> ProcessorGrid::place(std::uint32_t processor) const {
  const std::uint32_t index = processor - 1;
  const std::uint32_t row = index / size[0];
  return {index % size[0], row % size[1], row / size[1]};
}

void append_way(const ProcessorGrid& grid, const std::array<std::uint32_t, 3>& order,
                std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& way) {
  auto place = grid.place(from);
  const auto goal = grid.place(to);
  for (std::uint32_t step = 0; step < grid.axes; ++step) {
    const std::uint32_t axis = order[step];
    const std::uint32_t size = grid.size[axis];
    const std::uint32_t up = (goal[axis] + size - place[axis]) % size;
    const bool goes_up = grid.wraps ? up <= size - up : goal[axis] > place[axis];
    while (place[axis] != goal[axis]) {
      place[axis] = goes_up ? (place[axis] + 1) % size : (place[axis] + size - 1) % size;
      way.push_back(grid.number(place));
    }
  }
}

std::vector<ProcessorGrid> grids_of(std::uint32_t processors, const RoutingRule& rule) {
  const bool wraps = rule.shape == RoutingShape::kTorus;
  std::vector<ProcessorGrid> grids;
  if (rule.axes == 1) {
    grids.push_back({{processors, 1, 1}, 1, wraps});
    return grids;
  }
  for (const std::uint32_t x : divisors(processors)) {
    const std::uint32_t rest = processors / x;
    if (rule.axes == 2) {
      grids.push_back({{x, rest, 1}, 2, wraps});
      continue;
    }
    for (const std::uint32_t y : divisors(rest)) {
      grids.push_back({{x, y, rest / y}, 3, wraps});
    }
  }
  return grids;
}

ProcessorGrid squarest_grid(std::uint32_t processors, const RoutingRule& rule) {
  const auto grids = grids_of(processors, rule);
  const auto falls = [](const ProcessorGrid& grid) {
    for (std::uint32_t axis = 1; axis < grid.axes; ++axis) {
      if (grid.size[axis] > grid.size[axis - 1]) {
        return false;
      }
    }
    return true;
  };
  const auto rank = [](const ProcessorGrid& grid) {
    return std::tuple(grid.size[0] - grid.size[grid.axes - 1], grid.size[0]);
  };
  const ProcessorGrid* best = nullptr;
  for (const ProcessorGrid& grid : grids) {
    if (falls(grid) && (best == nullptr || rank(grid) < rank(*best))) {
      best = &grid;
    }
  }
  DPS_CHECK(best != nullptr);  // all processors along one axis are a grid
  return *best;
}

std::uint64_t neighbour_count(std::uint32_t processors, const RoutingRule& rule,
                              const ProcessorGrid& grid) {
  return rule.shape == RoutingShape::kBroadcast ? std::uint64_t{processors} * (processors - 1)
                                                : 2 * grid.edges();
}

bool are_neighbours(const RoutingRule& rule, const ProcessorGrid& grid, std::uint32_t a,
                    std::uint32_t b) {
  if (rule.shape == RoutingShape::kBroadcast) {
    return a != b;
  }
  const auto from = grid.place(a);
  const auto to = grid.place(b);
  std::uint32_t sum = 0;
  for (std::uint32_t axis = 0; axis < grid.axes; ++axis) {
    sum += distance(from[axis], to[axis], grid.size[axis], grid.wraps);
  }
  return sum == 1;
}

}  // namespace dps::parasol
