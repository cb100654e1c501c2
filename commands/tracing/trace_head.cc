#include "commands/tracing/trace_head.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "base/version.h"

namespace dps::commands {
namespace {

traces::TracePlan plan_of(const blueprint::Program& program, const blueprint::Plan& plan) {
  traces::TracePlan made;
  for (const std::uint32_t position : program.units_of(plan)) {
    const blueprint::Unit& unit = program.units[position];
    made.units.push_back(
        {unit.definition, static_cast<std::uint32_t>(made.functionalities.size())});
    for (const std::uint32_t functionality : program.functionalities_of(unit)) {
      made.functionalities.push_back(program.functionalities[functionality].definition);
    }
  }
  return made;
}

traces::PlanUses uses_of(const blueprint::Program& program, const blueprint::Plan& plan) {
  static_assert(traces::PlanUses::kNone == blueprint::kNone);
  traces::PlanUses made;
  for (const std::uint32_t position : program.units_of(plan)) {
    const blueprint::Unit& unit = program.units[position];
    made.early.push_back(unit.early ? 1 : 0);
    const auto functionalities = program.functionalities_of(unit);
    for (std::uint32_t at = 0, choice_end = 0; at < functionalities.size(); ++at) {
      made.collections.push_back(program.functionalities[functionalities[at]].collection);
      made.alternatives.push_back(at < choice_end ? 1 : 0);
      choice_end = std::max(choice_end, program.end_of_choice(unit, at));
    }
  }
  if (std::ranges::none_of(made.alternatives, [](std::uint8_t is_one) { return is_one != 0; })) {
    made.alternatives.clear();
  }
  return made;
}

void add_collections(traces::TraceHead& head, const blueprint::Program& program) {
  head.collections.reserve(program.collections.size());
  for (const blueprint::Collection& collection : program.collections) {
    traces::TraceCollection& made = head.collections.emplace_back();
    made.each = collection.each;
    head.has_requests = head.has_requests || collection.each;
    for (const blueprint::CountedTag& pair : program.pairs_of(collection)) {
      made.pairs.push_back({index(pair.mid), pair.count, pair.of});
    }
  }
}

traces::ComputationTime time_of(const blueprint::Computation& computation) {
  using blueprint::ComputationKind;
  if (computation.cost) {
    return traces::ComputationTime::kCore;
  }
  return computation.kind == ComputationKind::kSleep      ? traces::ComputationTime::kSleep
         : computation.kind == ComputationKind::kBusywait ? traces::ComputationTime::kSpin
                                                          : traces::ComputationTime::kCore;
}

/// Adds the different collectives of outputs, and the groups of their members.
class CollectiveLines {
 public:
  CollectiveLines(traces::TraceHead& head, const blueprint::Program& program)
      : head_(head), program_(program) {}

  /// The position of the output's collective; kNoCollective if it has none.
  std::uint32_t add(const blueprint::Output& output) {
    if (!output.is_collective()) {
      return traces::OutputLine::kNoCollective;
    }
    Members members;
    for (const blueprint::Receivers& element : program_.receivers_of(output)) {
      members.push_back({index(element.first), element.count, element.step});
    }
    const auto [group, is_new] =
        groups_.try_emplace({output.definition, std::move(members)},
                            static_cast<std::uint32_t>(head_.communicators.size()));
    if (is_new) {
      traces::Communicator& made = head_.communicators.emplace_back();
      made.name = printable(program_.tag(output.definition));
      for (const auto& [first, count, step] : group->first.second) {
        for (std::uint32_t i = 0; i < count; ++i) {
          made.members.push_back(first + i * step);
        }
      }
    }
    const collectives::Collective& of = program_.collective_of(output);
    const traces::CollectiveLine line{group->second, std::string(name_of(of.operation)),
                                      std::string(algorithm_text(of))};
    const auto [at, is_new_line] =
        lines_.try_emplace(line, static_cast<std::uint32_t>(head_.collectives.size()));
    if (is_new_line) {
      head_.collectives.push_back(line);
    }
    return at->second;
  }

 private:
  using Members = std::vector<std::array<std::uint32_t, 3>>;

  traces::TraceHead& head_;
  const blueprint::Program& program_;
  std::map<std::pair<std::uint32_t, Members>, std::uint32_t> groups_;
  std::map<traces::CollectiveLine, std::uint32_t> lines_;
};

void add_components(traces::TraceHead& head, const blueprint::Program& program) {
  head.computations.reserve(program.computations.size());
  for (const blueprint::Computation& computation : program.computations) {
    head.computations.push_back(computation.definition);
    head.times.push_back(time_of(computation));
  }
  head.outputs.reserve(program.outputs.size());
  CollectiveLines collectives(head, program);
  for (const blueprint::Output& output : program.outputs) {
    head.outputs.push_back(
        {output.definition, index(output.mid), output.begins, collectives.add(output)});
    head.has_windows = head.has_windows || output.window > 0;
    head.has_requests = head.has_requests || head.has_windows;
  }
}

}  // namespace

traces::TraceHead trace_head_of(const blueprint::Program& program) {
  traces::TraceHead head;
  head.version = dps_version();
  head.has_requests = program.has_requests || program.has_collectives();
  for (const blueprint::Definition& line : program.definitions) {
    head.lines.push_back(
        {static_cast<char>(line.section), line.tag_span.line, printable(line.tag)});
  }
  for (const blueprint::MessageType& type : program.message_types) {
    head.message_types.push_back(printable(type.mtag));
  }
  add_components(head, program);
  add_collections(head, program);
  head.plans.reserve(program.plans.size());
  head.uses.reserve(program.plans.size());
  for (const blueprint::Plan& plan : program.plans) {
    head.plans.push_back(plan_of(program, plan));
    head.uses.push_back(uses_of(program, plan));
    head.has_requests = head.has_requests || !head.uses.back().alternatives.empty();
  }
  for (const blueprint::ProcessGroup& group : program.groups) {
    head.groups.push_back({group.definition, group.count, group.server});
  }
  head.processes.resize(program.process_count());
  for (std::size_t p = 0; p < head.processes.size(); ++p) {
    head.processes[p].plan = program.plan_of[p];
  }
  return head;
}

}  // namespace dps::commands
