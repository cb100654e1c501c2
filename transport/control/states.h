/// The states of a simulator, and the frames that change them.
/// Source: docs/protocol.md.
#pragma once

#include <cstdint>
#include <optional>

#include "transport/control/frames.h"

namespace dps::control {

/// The states of a simulator. Source: docs/protocol.md, "The states of a run".
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

/// Returns the state after a frame of this kind to or from the simulator; nullopt if the frame is
/// not allowed in `state`.
std::optional<SimulatorState> after(SimulatorState state, FrameKind kind);

/// The name of the state in messages, where it follows "while": "connecting".
const char* phase_name(SimulatorState state);

}  // namespace dps::control
