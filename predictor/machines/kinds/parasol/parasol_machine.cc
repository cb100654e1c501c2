#include "predictor/machines/kinds/parasol/parasol_machine.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "predictor/machines/kinds/parasol/parasol_network.h"
#include "predictor/machines/limits.h"

namespace dps::parasol {
namespace {

using machines::MachineHost;
using machines::MachineNote;

constexpr std::uint64_t kReferenceSpeed = 1000;

/// The time of a double-precision multiplication (dlm); null if it is unknown.
const Timing* multiplication_of(const Processor& processor) {
  static const std::size_t dlm = *operations::find_operation("dlm");
  return processor.timings[dlm] ? &*processor.timings[dlm] : nullptr;
}

/// The speed: 1000 for the processor of the lowest id, for others by the ratio of dlm; 1000 if a
/// time is unknown.
std::uint64_t speed_of(const Processor& processor, const Processor& reference) {
  const Timing* own = multiplication_of(processor);
  const Timing* other = multiplication_of(reference);
  if (own == nullptr || other == nullptr || own->mean == 0) {
    return kReferenceSpeed;
  }
  const double speed = std::round(kReferenceSpeed * other->mean / own->mean);
  return static_cast<std::uint64_t>(
      std::clamp(speed, 1.0, static_cast<double>(machines::kMostSpeed)));
}

}  // namespace

ParasolMachine::ParasolMachine(MachineModel model) : model_(std::move(model)) {
  for (const std::string& note : model_.notes) {
    notes_.push_back({note});
  }
  if (model_.topology != nullptr) {
    add_hosts();
  }
}

const Processor& ParasolMachine::type_of(std::uint32_t host) const {
  const std::uint32_t processor = model_.mapping == nullptr ? host : model_.mapping->map[host] - 1;
  return *find_by_id(model_.description->processors, model_.topology->types[processor]);
}

void ParasolMachine::add_hosts() {
  const std::uint32_t count =
      model_.mapping == nullptr ? model_.topology->processors : model_.mapping->processors;
  const Processor& reference = model_.description->processors.front();
  std::set<std::uint64_t> without_time;
  std::unordered_map<std::uint64_t, std::uint32_t> places;  // in timings_, by the id of the type
  hosts_.reserve(count);
  for (std::uint32_t host = 0; host < count; ++host) {
    const Processor& type = type_of(host);
    const Timing* multiplication = multiplication_of(type);
    if (multiplication == nullptr) {
      without_time.insert(type.id);
    }
    hosts_.push_back({fmt::format("p{}", host + 1), type.name.value_or(""),
                      speed_of(type, reference), 1, std::nullopt});
    const auto [place, is_new] =
        places.try_emplace(type.id, static_cast<std::uint32_t>(timings_.size()));
    if (is_new) {
      timings_.push_back(type.operation_times());
    }
    timings_of_.push_back(place->second);
    const double seconds = multiplication == nullptr ? 0 : multiplication->mean;
    multiply_.emplace_back(static_cast<std::uint64_t>(std::round(seconds * kAttosecondsPerSecond)));
  }
  for (const std::uint64_t id : without_time) {
    notes_.push_back({fmt::format("pt({}).dlm is unknown: 'work' costs nothing on this processor "
                                  "type",
                                  id),
                      machines::Affects::kMultiplications});
  }
  if (model_.description->processors.size() > 1 &&
      (!without_time.empty() || multiplication_of(reference) == nullptr)) {
    notes_.push_back(
        {"a processor type whose dlm is unknown has the speed 1000, as that of the lowest id"});
  }
}

machines::MachineSummary ParasolMachine::summary() const {
  machines::MachineSummary summary{"parasol", model_.description->name, {}, {}, notes_};
  summary.lacks = model_.topology == nullptr ? "the machine file has no topology" : "";
  return summary;
}

machines::MachineParts ParasolMachine::parts() const {
  machines::MachineParts parts;
  if (model_.topology != nullptr) {
    const double mapped = model_.mapping == nullptr ? 0 : model_.mapping->setup.mean;
    parts.setup = machines::picoseconds_of(model_.topology->setup.mean + mapped);
  }
  return parts;
}

Picoseconds ParasolMachine::work_cost(std::uint32_t host, machines::WorkKind kind,
                                      double amount) const {
  return kind == machines::WorkKind::kMultiply
             ? machines::product(amount, multiply_[host])
             : machines::at_speed(machines::picoseconds_of(amount), hosts_[host].speed);
}

std::unique_ptr<machines::Network> ParasolMachine::make_network(
    std::span<const std::uint32_t> host_of, machines::LinkObserver*) const {
  return std::make_unique<ParasolNetwork>(model_, host_of);
}

}  // namespace dps::parasol
