#include "profiles/comparison/design_comparison.h"

#include <algorithm>

namespace dps::profiles {

std::string_view certainty_name(Certainty certainty) {
  switch (certainty) {
    case Certainty::kNoiseUnknown:
      return "unknown";
    case Certainty::kNotShown:
      return "not shown";
    case Certainty::kShown:
      return "shown";
    case Certainty::kExact:
      break;
  }
  return "exact";
}

double Design::busy_share() const {
  const double available_s = static_cast<double>(figures.side.processes) * makespan.mean;
  return available_s > 0 ? figures.times.busy_s() / available_s : kUnknown;
}

double DesignRow::busy_s(const DesignCell& cell) const {
  return level == Level::kProcess ? cell.times.busy_s() : cell.times.compute_s + cell.times.send_s;
}

std::size_t DesignComparison::ranked() const {
  return static_cast<std::size_t>(std::ranges::count_if(designs, &Design::is_ranked));
}

Certainty DesignComparison::certainty() const {
  Certainty least = ranked() < 2 ? Certainty::kNoiseUnknown : Certainty::kExact;
  for (const Design& design : designs) {
    least = design.to_fastest ? std::min(least, design.to_fastest->certainty) : least;
  }
  return least;
}

const Design* DesignComparison::fastest() const {
  const bool is_certain = certainty() >= Certainty::kShown;
  return is_certain && designs[1].makespan.mean > designs[0].makespan.mean ? designs.data()
                                                                           : nullptr;
}

}  // namespace dps::profiles
