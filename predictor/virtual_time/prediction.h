/// A prediction, its options and its progress.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/time_units.h"
#include "blueprint/engine/engine.h"
#include "blueprint/program.h"
#include "predictor/machines/component_costs.h"
#include "predictor/machines/factor.h"
#include "profiles/record.h"
#include "profiles/result.h"
#include "profiles/traces/spool.h"

namespace dps::predictor {

/// The progress of a prediction.
struct PredictionProgress {
  Picoseconds now{};           ///< virtual time since its start
  std::uint32_t complete = 0;  ///< processes that are complete; servers are not counted
  std::uint64_t messages = 0;  ///< the messages that have arrived, including timers
};

/// Multiplies the times of a C line, or the sizes of the messages of an O line; the draws remain
/// the same.
struct LineScale {
  std::uint32_t definition = blueprint::kNone;  ///< the definition of the line
  machines::Factor factor;

  [[nodiscard]] Picoseconds scaled_time(std::uint32_t of, Picoseconds time) const {
    return of == definition ? machines::scaled(time, factor) : time;
  }
  /// The scaled size, at most 2^64 - 1.
  [[nodiscard]] std::uint64_t scaled_bytes(std::uint32_t of, std::uint64_t bytes) const {
    return of == definition ? static_cast<std::uint64_t>(std::min(
                                  machines::scaled(machines::Wide{bytes}, factor),
                                  machines::Wide{std::numeric_limits<std::uint64_t>::max()}))
                            : bytes;
  }
};

struct PredictionOptions {
  profiles::Level level = profiles::Level::kProcess;
  /// Costs of call and exec components; they take precedence over those of C lines.
  std::span<const machines::ComponentCost> costs = {};
  engine::Chance chance = {};  ///< the seed of the draws
  LineScale scale = {};
  /// Latencies leave out messages that were used, and firings that began, before this instant.
  Picoseconds measure_from = {};
  /// The run ends at this instant, if it has not ended before, and is then complete.
  std::optional<Picoseconds> end = {};
  /// Called many times a second; true ends the prediction, which is then incomplete. May be empty.
  std::function<bool(const PredictionProgress&)> is_to_stop = {};
  /// Receives all events; its head describes this program. May be null; borrowed.
  traces::Spool* trace = nullptr;
};

/// A prediction; equal programs, machines, placements and options give equal ones to the last bit.
struct Prediction {
  profiles::RunProfile run;
  /// The report of a deadlock (blueprint/engine/deadlock_report.h); empty if there was none.
  std::vector<std::string> deadlock;
  bool is_stopped = false;  ///< is_to_stop has ended it
  /// Notes for the result: computations with measured costs or without a cost, message sizes
  /// outside the measured range, unclaimed messages.
  std::vector<std::string> notes;
};

}  // namespace dps::predictor
