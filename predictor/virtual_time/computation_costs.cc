#include "predictor/virtual_time/computation_costs.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/operations/processor_timings.h"
#include "base/operations/sum_time.h"
#include "base/printable.h"
#include "profiles/uncharged_note.h"

namespace dps::predictor {

using blueprint::Computation;
using blueprint::ComputationKind;
using machines::WorkKind;

ComputationCosts::ComputationCosts(const blueprint::Program& program,
                                   const machines::Machine& machine,
                                   std::span<const std::uint32_t> host_of,
                                   std::span<const machines::ComponentCost> measured)
    : program_(program),
      machine_(machine),
      host_of_(host_of),
      costless_(program.computations.size(), false) {
  if (!measured.empty()) {
    charges_.emplace(program, machine.hosts(), measured);
  }
  if (std::ranges::any_of(program.computations, [](const Computation& one) {
        return one.kind == ComputationKind::kOps;
      })) {
    sums_.resize(program.computations.size());
  }
}

/// The measured cost, else the cost of the line.
std::optional<double> ComputationCosts::seconds_of(std::uint32_t host, const engine::Step& step) {
  const Computation& line = program_.computations[step.computation];
  if (charges_ && (line.kind == ComputationKind::kCall || line.kind == ComputationKind::kExec)) {
    if (const auto cost = charges_->find(step.functionality, step.computation, host)) {
      return cost;
    }
  }
  return program_.cost_of(line, step.draw);
}

std::optional<Picoseconds> ComputationCosts::cpu_time_of(ProcessId self, const engine::Step& step) {
  const Computation& line = program_.computations[step.computation];
  const std::uint32_t host = host_of_[index(self)];
  if (const auto seconds = seconds_of(host, step)) {
    return machine_.work_cost(host, WorkKind::kCompute, *seconds * step.part);
  }
  const double amount = program_.amount_of(line, step.draw) * step.part;
  switch (line.kind) {
    case ComputationKind::kCompute:
      return machine_.work_cost(host, WorkKind::kCompute, amount);
    case ComputationKind::kWork:
      return machine_.work_cost(host, WorkKind::kMultiply, amount);
    case ComputationKind::kCall:
    case ComputationKind::kExec:
      costless_[step.computation] = true;
      return Picoseconds{};
    case ComputationKind::kOps:
      return sum_time(host, step.computation);
    case ComputationKind::kSleep:
    case ComputationKind::kBusywait:
      break;
  }
  return std::nullopt;
}

Picoseconds ComputationCosts::sum_time(std::uint32_t host, std::uint32_t computation) {
  static const machines::ProcessorTimings none_known;
  const machines::ProcessorTimings* timings = machine_.timings(host);
  timings = timings == nullptr ? &none_known : timings;
  KnownSum& known = sums_[computation];
  if (known.timings != timings) {
    const Computation& line = program_.computations[computation];
    const auto time = operations::time_of(program_.operations_of(line), line.loop, *timings);
    known = {timings, time.value_or(Picoseconds{})};
    if (!time) {
      unknown_operations_[line.definition].insert(time.error().begin(), time.error().end());
    }
  }
  return known.time;
}

void ComputationCosts::add_notes(std::vector<std::string>& notes) const {
  if (charges_) {
    const auto charged = charges_->notes();
    notes.insert(notes.end(), charged.begin(), charged.end());
  }
  if (!unknown_operations_.empty()) {
    notes.push_back(profiles::uncharged_note(
        unknown_timings(),
        "give the machine the times of these operations, or their C lines 'cost' and a time"));
  }
  std::set<std::string> tags;
  for (std::size_t i = 0; i < costless_.size(); ++i) {
    if (costless_[i]) {
      tags.insert(printable(program_.tag(program_.computations[i].definition)));
    }
  }
  if (!tags.empty()) {
    notes.push_back(profiles::uncharged_note(
        fmt::format("{}", fmt::join(tags, ", ")),
        "give their C lines 'cost' and a time, or give their costs with --costs"));
  }
}

/// The `ops` lines with unknown timings: "Loop.c (ila, goto), Sum.c (dlm)".
std::string ComputationCosts::unknown_timings() const {
  constexpr std::size_t kMostNames = 8;
  std::vector<std::string> lines;
  for (const auto& [definition, all] : unknown_operations_) {
    std::vector<std::string_view> names(all.begin(), all.end());
    const std::size_t more = names.size() - std::min(names.size(), kMostNames);
    names.resize(names.size() - more);
    lines.push_back(fmt::format("{} ({}{})", printable(program_.tag(definition)),
                                fmt::join(names, ", "),
                                more == 0 ? "" : fmt::format(" and {} more", more)));
  }
  return fmt::format("{}", fmt::join(lines, ", "));
}

}  // namespace dps::predictor
