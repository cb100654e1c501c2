#include "base/statistics/latency_table.h"

namespace dps::statistics {

std::uint32_t LatencyTable::add_plan(std::uint32_t group_line,
                                     std::span<const PlannedFunctionality> plan) {
  const auto first = static_cast<std::uint32_t>(rows_.size());
  for (const PlannedFunctionality& planned : plan) {
    const auto [row, is_new] =
        row_of_lines_.try_emplace({group_line, planned.unit_line, planned.line},
                                  static_cast<std::uint32_t>(functionalities_.size()));
    if (is_new) {
      functionalities_.emplace_back();
      lines_.push_back({group_line, planned.unit_line, planned.line});
    }
    rows_.push_back(row->second);
  }
  return first;
}

}  // namespace dps::statistics
