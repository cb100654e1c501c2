#include "blueprint/program.h"

#include <algorithm>

#include "base/check.h"

namespace dps::blueprint {
namespace {

template <typename T>
std::span<const T> run_of(const std::vector<T>& table, Extent extent) {
  return std::span<const T>(table).subspan(extent.first, extent.count);
}

}  // namespace

std::uint32_t Program::process_count() const {
  return groups.empty() ? 0 : index(groups.back().first) + groups.back().count;
}

const ProcessGroup& Program::group_of(ProcessId process) const {
  DPS_CHECK(index(process) < process_count());
  const auto after = std::upper_bound(
      groups.begin(), groups.end(), process,
      [](ProcessId id, const ProcessGroup& group) { return index(id) < index(group.first); });
  return *std::prev(after);
}

std::string Program::process_name(ProcessId process) const {
  return tag(group_of(process).definition) + "[" + std::to_string(index_in_group(process)) + "]";
}

std::uint32_t Program::index_in_group(ProcessId process) const {
  return index(process) - index(group_of(process).first);
}

const Plan& Program::plan(ProcessId process) const {
  DPS_CHECK(index(process) < plan_of.size() && plan_of[index(process)] != kNone);
  return plans[plan_of[index(process)]];
}

std::span<const CountedTag> Program::pairs_of(const Collection& collection) const {
  return run_of(pairs, collection.pairs);
}
std::span<const std::string> Program::words_of(const Computation& computation) const {
  return run_of(words, computation.words);
}
std::span<const Receivers> Program::receivers_of(const Output& output) const {
  return run_of(receivers, output.receivers);
}
std::span<const NextLeg> Program::nexts_of(const Functionality& functionality) const {
  return run_of(next_legs, functionality.nexts);
}
std::span<const std::uint32_t> Program::computations_of(const Functionality& f) const {
  return run_of(computation_lists, f.computations);
}
std::span<const std::uint32_t> Program::outputs_of(const Functionality& f) const {
  return run_of(output_lists, f.outputs);
}
std::span<const std::uint32_t> Program::functionalities_of(const Unit& unit) const {
  return run_of(functionality_lists, unit.functionalities);
}
std::span<const std::uint32_t> Program::units_of(const Plan& plan) const {
  return run_of(unit_lists, plan.units);
}

}  // namespace dps::blueprint
