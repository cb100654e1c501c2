/// The states of a simulator and the frames that change them: docs/protocol.md.
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
  kEnding,  ///< BYE has been forwarded to it
};

/// Returns the state after a frame of this kind to or from the simulator, or nothing if the frame
/// is not allowed in `state`.
std::optional<SimulatorState> after(SimulatorState state, FrameKind kind);

/// The state as messages name it, after "while": "connecting".
const char* phase_name(SimulatorState state);

}  // namespace dps::control
