#include "predictor/virtual_time/latency_tallies.h"

#include <array>
#include <string>
#include <utility>

#include "predictor/machines/wide.h"

namespace dps::predictor {
namespace {

using blueprint::kNone;

/// All properties that decide which messages the firings of a plan use: of each unit whether it is
/// early, the number of its functionalities, its choices, and the collections.
std::vector<std::uint32_t> use_key(const blueprint::Program& program, const blueprint::Plan& plan) {
  std::vector<std::uint32_t> key;
  for (const std::uint32_t position : program.units_of(plan)) {
    const blueprint::Unit& unit = program.units[position];
    key.push_back(unit.early ? 1 : 0);
    key.push_back(unit.functionalities.count);
    for (const blueprint::Alternative& alternative : program.alternatives_of(unit)) {
      key.push_back(alternative.choice);
    }
    key.push_back(unit.alternatives.count);
    for (const std::uint32_t functionality : program.functionalities_of(unit)) {
      key.push_back(program.functionalities[functionality].collection);  // with its -each
    }
  }
  return key;
}

events::UsePlan use_plan_of(const blueprint::Program& program, const blueprint::Plan& plan) {
  events::UsePlan made;
  std::vector<events::UsePlan::Need> needs;
  for (const std::uint32_t position : program.units_of(plan)) {
    const blueprint::Unit& unit = program.units[position];
    made.add_unit(unit.early);
    const auto functionalities = program.functionalities_of(unit);
    for (std::uint32_t at = 0, choice_end = 0; at < functionalities.size(); ++at) {
      const bool is_alternative = at < choice_end;
      choice_end = is_alternative ? choice_end : program.end_of_choice(unit, at);
      const std::uint32_t collection = program.functionalities[functionalities[at]].collection;
      needs.clear();
      if (collection != kNone) {
        for (const auto& pair : program.pairs_of(program.collections[collection])) {
          needs.push_back({index(pair.mid), pair.count, pair.of});
        }
      }
      made.add_functionality(needs, collection != kNone && program.collections[collection].each,
                             is_alternative);
    }
  }
  made.finish();
  return made;
}

}  // namespace

LatencyTallies::LatencyTallies(const blueprint::Program& program, Picoseconds from)
    : program_(program),
      from_(from),
      table_(program.message_types.size()),
      operations_(from.count()) {
  if (program.has_collectives()) {
    add_collectives();
  }
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
  add_use_plans();
}

void LatencyTallies::add_collectives() {
  using Members = std::vector<std::array<std::uint32_t, 3>>;
  std::map<Members, std::uint32_t> known;
  line_of_type_.assign(program_.message_types.size(), kNone);
  group_of_output_.resize(program_.outputs.size());
  is_named_.resize(program_.outputs.size());
  for (std::size_t at = 0; at < program_.outputs.size(); ++at) {
    const blueprint::Output& output = program_.outputs[at];
    if (!output.is_collective()) {
      continue;
    }
    line_of_type_[index(output.mid)] = output.definition;
    Members members;
    for (const blueprint::Receivers& element : program_.receivers_of(output)) {
      members.push_back({index(element.first), element.count, element.step});
    }
    const auto next = static_cast<std::uint32_t>(known.size());
    const std::uint32_t id = known.try_emplace(std::move(members), next).first->second;
    group_of_output_[at] = {output.definition, id, program_.collective_of(output).members};
  }
}

void LatencyTallies::collective_begin(ProcessId self, std::uint32_t output,
                                      const events::OutputOperation& operation, Picoseconds at) {
  const statistics::LineOperations& group = group_of_output_[output];
  if (!is_named_[output]) {
    is_named_[output] = true;
    const collectives::Collective& of = program_.collective_of(program_.outputs[output]);
    operations_.name(group.line, std::string(name_of(of.operation)),
                     std::string(name_of(of.algorithm)));
  }
  operations_.contribute(index(self), group, operation.number, at.count());
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

/// Adds the use plans; plans that differ only in their computations and sends share one.
void LatencyTallies::add_use_plans() {
  std::map<std::vector<std::uint32_t>, std::uint32_t> known;
  std::vector<std::uint32_t> of_plan;
  of_plan.reserve(program_.plans.size());
  for (const blueprint::Plan& plan : program_.plans) {
    const auto next = static_cast<std::uint32_t>(use_plans_.size());
    const auto [at, is_new] = known.try_emplace(use_key(program_, plan), next);
    if (is_new) {
      use_plans_.push_back(use_plan_of(program_, plan));
    }
    of_plan.push_back(at->second);
  }
  uses_.reserve(open_.size());
  for (std::size_t p = 0; p < open_.size(); ++p) {
    open_[p].use_plan = of_plan[program_.plan_of[p]];
    uses_.emplace_back(use_plans_[open_[p].use_plan]);
  }
}

void LatencyTallies::add_unclaimed(ProcessId self, Picoseconds end) {
  if (unclaimed_.empty()) {
    return;
  }
  const auto first = unclaimed_.lower_bound({index(self), 0});
  auto last = first;
  while (last != unclaimed_.end() && last->first.first == index(self)) {
    table_.add_unclaimed(last->first.second, last->second.count,
                         ticks(end - last->second.earliest));
    ++last;
  }
  unclaimed_.erase(first, last);
}

statistics::Latencies LatencyTallies::take_latencies() {
  statistics::Latencies taken = table_.take(
      machines::kPicosecondsPerSecond,
      [&](std::uint32_t mid) { return program_.message_types[mid].mtag; },
      [&](std::uint32_t line) { return program_.tag(line); });
  taken.collectives = operations_.take_rows([&](std::uint32_t line) { return program_.tag(line); });
  taken.from = ticks(from_);
  return taken;
}

}  // namespace dps::predictor
