#include "profiles/traces/event_rules.h"

#include <fmt/format.h>

namespace dps::traces {
namespace {

std::size_t elements_of(const TraceHead& head, std::uint32_t process, EventKind kind) {
  const TracePlan& plan = head.plans[head.processes[process].plan];
  switch (kind) {
    case EventKind::kUnitBegin:
    case EventKind::kUnitEnd:
      return plan.units.size();
    case EventKind::kFunctionalityBegin:
    case EventKind::kFunctionalityEnd:
      return plan.functionalities.size();
    case EventKind::kComputationBegin:
    case EventKind::kComputationEnd:
      return head.computations.size();
    default:
      break;
  }
  if (is_request(kind) || !has_peer(kind)) {
    return 1;
  }
  return head.names_output(kind) ? head.outputs.size() : head.message_types.size();
}

}  // namespace

EventRules::EventRules(const TraceHead& head, std::uint32_t process)
    : head_(&head), processes_(static_cast<std::uint32_t>(head.processes.size())) {
  for (std::size_t kind = 1; kind < kKinds; ++kind) {
    elements_[kind] = elements_of(head, process, static_cast<EventKind>(kind));
  }
}

bool EventRules::is_of_collective(const Event& event) const {
  return head_->is_mpi_program() || head_->outputs[event.element].is_collective();
}

std::string EventRules::why_not(const Event& event) const {
  const auto kind = static_cast<std::size_t>(event.kind);
  if (kind == 0 || kind >= kKinds || (event.flags & ~Flag::kAll) != 0) {
    return fmt::format("there is no event of kind {} with flags {}", kind, event.flags);
  }
  if (!has_plausible_times(event)) {
    return fmt::format("{} has an impossible time", name_of(event.kind));
  }
  if (event.element >= elements_[kind] || event.peer >= processes_) {
    return fmt::format("{} refers to number {} of {}, and to process {} of {}", name_of(event.kind),
                       event.element, elements_[kind], event.peer, processes_);
  }
  return fmt::format("{} refers to output {}, which has no collective operations",
                     name_of(event.kind), event.element);
}

}  // namespace dps::traces
