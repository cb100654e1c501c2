/// Clones that are shown together: how rows of a run are gathered, and their figures spread.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "profiles/result.h"

namespace dps::profiles {

/// The same thing of several clones (or of one process alone); never empty.
template <typename Row>
using Clones = std::vector<const Row*>;

/// What is shown under one name: a process, or all clones of a P line.
struct ProcessRow {
  std::string name;       ///< "Worker.p[3]", or "Worker.p ×64"
  std::size_t first = 0;  ///< position of the first among the run's processes
  Clones<ProcessProfile> members;

  [[nodiscard]] bool is_group() const { return members.size() > 1; }
};

/// More clones than this are shown together, unless each is asked for.
inline constexpr std::size_t kMostClonesListed = 8;

/// The rows of a run in process order.
std::vector<ProcessRow> rows_of(const RunProfile& run, bool list_clones);

template <typename Value>
struct Spread {
  Value min, median, max;  ///< median: of an even number the lower of the two in the middle
};

/// How a figure varies among clones.
template <typename Row, typename Figure>
auto spread_of(const Clones<Row>& clones, Figure figure) {
  using Value = decltype(figure(*clones.front()));
  std::vector<Value> values;
  values.reserve(clones.size());
  for (const Row* clone : clones) {
    values.push_back(figure(*clone));
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  const auto [min, max] = std::minmax_element(values.begin(), values.end());
  return Spread<Value>{*min, *middle, *max};
}

}  // namespace dps::profiles
