/// One process of a prediction: its engine and its phase.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "base/time_units.h"
#include "blueprint/engine/engine.h"
#include "blueprint/program.h"
#include "predictor/machines/wide.h"
#include "predictor/virtual_time/messages.h"

namespace dps::predictor {

enum class ProcessPhase : std::uint8_t {
  kReady,      ///< the engine runs
  kComputing,  ///< CPU time is used
  kSpinning,   ///< busywait
  kSleeping,
  kPaying,        ///< CPU time of a send
  kHeld,          ///< its send is blocked by the network
  kFinishing,     ///< pays for the rest of a send; its message is in the network
  kListening,     ///< pays for listening
  kWaking,        ///< a message has arrived
  kTaking,        ///< pays for taking a message
  kCatchingUp,    ///< has run ahead, and does nothing until the run is there
  kSettingTimer,  ///< has run ahead, and sets a timer when the run is there
  // Idle:
  kWaiting,  ///< waits for a message
  kComplete,
};

/// True if only the arrival of a message can change the process.
constexpr bool is_idle(ProcessPhase phase) {
  return phase >= ProcessPhase::kWaiting;
}

struct VirtualProcess {
  VirtualProcess(const blueprint::Program& program, ProcessId self, engine::Chance chance)
      : engine(program, self, chance) {}

  engine::Engine engine;
  Picoseconds since{};      ///< the start of the phase
  Picoseconds activated{};  ///< the instant at which the active unit became active
  Picoseconds user{};       ///< CPU time of the phase
  Picoseconds sys{};
  Picoseconds after{};      ///< CPU time that its send costs once the message is in the network
  Picoseconds used_user{};  ///< CPU time so far
  Picoseconds used_sys{};
  MessageQueue arrived;
  std::uint32_t message = kNoMessage;  ///< the message being sent or taken
  std::uint32_t component = 0;         ///< the computation or output that is being executed
  ProcessPhase phase = ProcessPhase::kReady;
  bool in_unit = false;           ///< the start of the unit has been reported
  bool in_functionality = false;  ///< the start of the functionality has been reported
  bool is_outside = false;        ///< its computation or send is in no functionality
  bool is_undisturbed = false;    ///< its activity before its next send depends on nobody else
};

}  // namespace dps::predictor
