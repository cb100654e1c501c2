#include "predictor/virtual_time/computation_costs.h"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

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
}

/// The measured cost, or else the cost of the line.
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
    return machine_.work_cost(host, WorkKind::kCompute, *seconds);
  }
  const double amount = program_.amount_of(line, step.draw);
  switch (line.kind) {
    case ComputationKind::kCompute:
      return machine_.work_cost(host, WorkKind::kCompute, amount);
    case ComputationKind::kWork:
      return machine_.work_cost(host, WorkKind::kMultiply, amount);
    case ComputationKind::kCall:
    case ComputationKind::kExec:
      costless_[step.computation] = true;
      return Picoseconds{};
    case ComputationKind::kSleep:
    case ComputationKind::kBusywait:
      break;
  }
  return std::nullopt;
}

void ComputationCosts::add_notes(std::vector<std::string>& notes) const {
  if (charges_) {
    const auto charged = charges_->notes();
    notes.insert(notes.end(), charged.begin(), charged.end());
  }
  std::set<std::string> tags;
  for (std::size_t i = 0; i < costless_.size(); ++i) {
    if (costless_[i]) {
      tags.insert(printable(program_.tag(program_.computations[i].definition)));
    }
  }
  if (!tags.empty()) {
    notes.push_back(
        fmt::format("{}{}; give their C lines 'cost' and a time, or "
                    "give their costs with --costs",
                    profiles::kUnchargedNote, fmt::join(tags, ", ")));
  }
}

}  // namespace dps::predictor
