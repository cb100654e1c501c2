#include "coordinator/session/phase.h"

namespace dps::coordinator {

const char* phase_name(Phase phase) {
  switch (phase) {
    case Phase::kHello:
      return "starting agents";
    case Phase::kLaunch:
      return "launching";
    case Phase::kConnect:
      return "connecting";
    case Phase::kRun:
      return "running";
    case Phase::kCollect:
      return "collecting";
    case Phase::kFetch:
      return "collecting the events";
    case Phase::kStop:
      return "stopping";
    case Phase::kEnd:
      break;
  }
  return "ending";
}

Phase phase_of(const PhaseState& state) {
  return static_cast<Phase>(state.index());
}

std::optional<TimePoint> deadline_of(const PhaseState& state) {
  return std::visit(
      [](const auto& phase) -> std::optional<TimePoint> {
        if constexpr (requires { phase.deadline; }) {
          return phase.deadline;
        } else {
          return std::nullopt;
        }
      },
      state);
}

}  // namespace dps::coordinator
