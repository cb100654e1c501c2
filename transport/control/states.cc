#include "transport/control/states.h"

#include <array>

namespace dps::control {

namespace {

struct Transition {
  SimulatorState from;
  FrameKind kind;
  SimulatorState to;
};

constexpr std::array kTransitions = {
    Transition{SimulatorState::kLaunched, FrameKind::kPlan, SimulatorState::kPreparing},
    Transition{SimulatorState::kPreparing, FrameKind::kListening, SimulatorState::kListening},
    Transition{SimulatorState::kListening, FrameKind::kPeers, SimulatorState::kConnecting},
    Transition{SimulatorState::kConnecting, FrameKind::kReady, SimulatorState::kReady},
    Transition{SimulatorState::kReady, FrameKind::kBegin, SimulatorState::kRunning},
    Transition{SimulatorState::kRunning, FrameKind::kDone, SimulatorState::kDone},
    Transition{SimulatorState::kDone, FrameKind::kDrain, SimulatorState::kDraining},
    Transition{SimulatorState::kDraining, FrameKind::kDrained, SimulatorState::kDrained},
    Transition{SimulatorState::kDrained, FrameKind::kBegin, SimulatorState::kRunning},
};

}  // namespace

std::optional<SimulatorState> after(SimulatorState state, FrameKind kind) {
  if (kind == FrameKind::kBye) {
    return SimulatorState::kEnding;
  }
  if (kind == FrameKind::kFailed) {
    return state;
  }
  for (const Transition& transition : kTransitions) {
    if (transition.from == state && transition.kind == kind) {
      return transition.to;
    }
  }
  return std::nullopt;
}

const char* phase_name(SimulatorState state) {
  static constexpr std::array kNames = {"being launched", "preparing", "listening", "connecting",
                                        "ready",          "running",   "done",      "draining",
                                        "drained",        "ending"};
  return kNames[static_cast<std::size_t>(state)];
}

}  // namespace dps::control
