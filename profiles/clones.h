/// Groups the clones of a process into one row and summarizes their figures.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "profiles/result.h"

namespace dps::profiles {

/// The corresponding row of each clone in a group, or of a single process; never empty.
template <typename Row>
using Clones = std::vector<const Row*>;

/// A row of a profile: one process, or all clones of a P line.
struct ProcessRow {
  std::string name;       ///< "Worker.p[3]", or "Worker.p ×64"
  std::size_t first = 0;  ///< index of the first member in RunProfile::processes
  Clones<ProcessProfile> members;

  [[nodiscard]] bool is_group() const { return members.size() > 1; }
};

/// Larger groups share one row, unless the user selects individual processes.
inline constexpr std::size_t kMostClonesListed = 8;

/// Returns the index after the last clone of the process at `first`.
std::size_t end_of_group(const std::vector<ProcessProfile>& processes, std::size_t first);

/// Returns the rows of a run in process order. `list_clones` gives each clone a row of its own.
std::vector<ProcessRow> rows_of(const RunProfile& run, bool list_clones);

/// True unless the value is NaN; counts are always known.
template <typename Value>
bool is_known(Value value) {
  if constexpr (std::is_floating_point_v<Value>) {
    return !std::isnan(value);
  } else {
    return true;
  }
}

template <typename Value>
struct Spread {
  Value min, median, max;  ///< `median` is the lower of the two middle values if the count is even
};

/// Returns the minimum, median and maximum of `figure(clone)` over the clones. Times that are
/// unknown (NaN) are left out, unless all are.
template <typename Row, typename Figure>
auto spread_of(const Clones<Row>& clones, Figure figure) {
  using Value = decltype(figure(*clones.front()));
  std::vector<Value> values;
  values.reserve(clones.size());
  for (const Row* clone : clones) {
    const Value value = figure(*clone);
    if (is_known(value)) {
      values.push_back(value);
    }
  }
  if (values.empty()) {
    values.push_back(figure(*clones.front()));
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  const auto [min, max] = std::minmax_element(values.begin(), values.end());
  return Spread<Value>{*min, *middle, *max};
}

}  // namespace dps::profiles
