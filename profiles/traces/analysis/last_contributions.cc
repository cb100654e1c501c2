#include "profiles/traces/analysis/last_contributions.h"

#include <algorithm>

#include "profiles/traces/merged_events.h"

namespace dps::traces {
namespace {

constexpr std::string_view kNative = "native";

bool has_native(const TraceHead& head) {
  return !head.is_mpi_program() &&
         std::ranges::any_of(head.collectives,
                             [](const CollectiveLine& line) { return line.algorithm == kNative; });
}

}  // namespace

Result<LastContributions> LastContributions::read(const Trace& trace) {
  const TraceHead& head = trace.head();
  LastContributions found;
  if (!has_native(head)) {
    return found;
  }
  MergedEvents events(trace);
  for (auto next = events.next(); next.event != nullptr; next = events.next()) {
    if (next.event->kind == EventKind::kCollectiveBegin) {
      const CollectiveLine& line = head.collectives[head.outputs[next.event->element].collective];
      if (line.algorithm == kNative) {
        found.last_[{line.communicator, next.event->number}] = {next.process, next.time};
      }
    }
  }
  if (events.error()) {
    return tl::unexpected(*events.error());
  }
  return found;
}

std::optional<LastContributions::Contribution> LastContributions::last(const TraceHead& head,
                                                                       const Event& event) const {
  if (last_.empty()) {
    return std::nullopt;
  }
  const std::uint32_t communicator =
      head.collectives[head.outputs[event.element].collective].communicator;
  const auto found = last_.find({communicator, event.number});
  return found == last_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace dps::traces
