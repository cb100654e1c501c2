/// A program played in virtual time on a machine: the engines of all processes in one event queue.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "blueprint/program.h"
#include "engine/engine.h"
#include "machines/component_costs.h"
#include "machines/machine.h"
#include "profiles/record.h"
#include "profiles/result.h"

namespace dps::predictor {

struct PredictionOptions {
  profiles::Level level = profiles::Level::kProcess;
  /// What call and exec components cost, before what their lines say.
  std::span<const machines::ComponentCost> costs = {};
  engine::Chance chance = {};  ///< decides what varies
  /// Asked now and then; when it says so the prediction ends there, incomplete. May be empty.
  std::function<bool()> is_to_stop = {};
};

/// What a prediction gives. The same program, machine and placement give the same to the last bit.
struct Prediction {
  profiles::RunProfile run;
  /// The report of a deadlock (engine/deadlock_report.h); empty if there was none.
  std::vector<std::string> deadlock;
  bool is_stopped = false;  ///< before its end, since that was asked for
  /// Everything that a reader must know: computations with measured costs or none, sizes outside
  /// the range that was measured, messages that stayed unclaimed.
  std::vector<std::string> notes;
};

/// `host_of` has the machine's host of every process; where the machine has none it is not looked
/// at. All that is borrowed is so for the call.
/// Errors: kLimit, where virtual time would pass 2^63 ps.
Result<Prediction> predict(const blueprint::Program& program, const machines::Machine& machine,
                           std::vector<std::uint32_t> host_of, const PredictionOptions& options);

}  // namespace dps::predictor
