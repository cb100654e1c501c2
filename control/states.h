/// The states of a simulator and the frames that lead from one to the next: docs/protocol.md.
#pragma once

#include <cstdint>
#include <optional>

#include "control/frames.h"

namespace dps::control {

enum class SimulatorState : std::uint8_t {
  kLaunched,
  kPreparing,
  kListening,
  kConnecting,
  kReady,
  kRunning,
  kDone,
  kDraining,
  kDrained,
  kEnding,  ///< BYE has been passed on
};

/// The state after a frame of this kind to or from the simulator; nothing where it has no business.
std::optional<SimulatorState> after(SimulatorState state, FrameKind kind);

/// What the simulator does in this state, for messages: "while connecting".
const char* phase_name(SimulatorState state);

}  // namespace dps::control
