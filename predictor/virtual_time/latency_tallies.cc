#include "predictor/virtual_time/latency_tallies.h"

#include <map>

#include "predictor/machines/wide.h"

namespace dps::predictor {

LatencyTallies::LatencyTallies(const blueprint::Program& program)
    : program_(program), table_(program.message_types.size()) {
  open_.reserve(program.process_count());
  for (const blueprint::ProcessGroup& group : program.groups) {
    std::map<std::uint32_t, std::uint32_t> known;  // clones with equal lines have the same plan
    for (std::uint32_t i = 0; i < group.count; ++i) {
      const std::uint32_t plan = program.plan_of[open_.size()];
      const auto [at, is_new] = known.try_emplace(plan, 0);
      if (is_new) {
        at->second = add_plan(group, program.plans[plan]);
      }
      open_.emplace_back().plan = at->second;
    }
  }
}

std::uint32_t LatencyTallies::add_plan(const blueprint::ProcessGroup& group,
                                       const blueprint::Plan& plan) {
  const auto first = static_cast<std::uint32_t>(first_of_unit_.size());
  std::vector<statistics::PlannedFunctionality> planned;
  for (const std::uint32_t position : program_.units_of(plan)) {
    const blueprint::Unit& unit = program_.units[position];
    planned.clear();
    for (const std::uint32_t functionality : program_.functionalities_of(unit)) {
      planned.push_back({unit.definition, program_.functionalities[functionality].definition});
    }
    first_of_unit_.push_back(table_.add_plan(group.definition, planned));
  }
  return first;
}

statistics::Latencies LatencyTallies::take_latencies() {
  return table_.take(
      machines::kPicosecondsPerSecond,
      [&](std::uint32_t mid) { return program_.message_types[mid].mtag; },
      [&](std::uint32_t line) { return program_.tag(line); });
}

}  // namespace dps::predictor
