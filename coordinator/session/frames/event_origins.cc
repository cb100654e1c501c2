#include "coordinator/session/frames/event_origins.h"

#include <fmt/format.h>

namespace dps::coordinator {
namespace {

bool is_computation(traces::EventKind kind) {
  return kind == traces::EventKind::kComputationBegin || kind == traces::EventKind::kComputationEnd;
}

}  // namespace

const blueprint::SliceOrigins& EventOrigins::origins_of(ProcessId process) {
  const auto [origins, is_new] = origins_.try_emplace(program_.plan_of[index(process)]);
  if (is_new) {
    origins->second = slice_origins(program_, process);
  }
  return origins->second;
}

Result<void> EventOrigins::replace(ProcessId process, std::span<traces::Record> records) {
  const blueprint::SliceOrigins& origins = origins_of(process);
  for (traces::Record& record : records) {
    traces::Event event = event_of(record);
    const bool computes = is_computation(event.kind);
    if (!computes && !names_output(event.kind) && !is_collective(event.kind)) {
      continue;
    }
    const auto& positions = computes ? origins.computations : origins.outputs;
    if (event.element >= positions.size()) {
      return failure(ErrorCode::kProtocol, fmt::format("an event refers to {} {} of {}",
                                                       computes ? "computation" : "output",
                                                       event.element, positions.size()));
    }
    event.element = positions[event.element];
    record = record_of(event);
  }
  return {};
}

}  // namespace dps::coordinator
