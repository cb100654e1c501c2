/// From measured times to the costs of the native machine (docs/machines.md, "The model"): what is
/// fitted is what a prediction charges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "calibration/leg.h"

namespace dps::calibration {

enum class Measure : std::uint8_t {
  kSend,    ///< pack + send
  kTake,    ///< receive + unpack
  kOneWay,  ///< pack + send + bytes / bandwidth + latency + wake-up + receive + unpack
};

/// A time that was measured on one path: between two hosts, or within one.
struct Observation {
  Measure measure = Measure::kOneWay;
  std::uint32_t path = 0;
  std::uint64_t bytes = 0;
  Packing packing = Packing::kOff;
  bool wakes = false;  ///< receivers slept while they waited, and did not poll
  double seconds = 0;
  double error = 0;  ///< standard error, as a share
};

/// Seconds a byte beyond `size`, up to the next bend; the first has size 0.
struct ByteCost {
  std::uint64_t size = 0;
  double send = 0;
  double take = 0;
};

struct PathCost {
  double latency = 0;
  double per_byte = 0;  ///< 1 / bandwidth; 0: the CPUs are slower than the path
  double burst = 0;     ///< bytes that pass at once, after the path had nothing to carry
};

/// Seconds; per byte where bytes are packed. Part of what it takes to wake a receiver is paid by
/// the sender; so a send has two costs, and `wakeup` is only what is left.
struct Costs {
  double send_waking = 0;  ///< to a receiver that sleeps
  double send = 0;         ///< to one that polls
  double take = 0;
  double wakeup = 0;
  double copy_per_byte = 0;
  double xdr_per_byte = 0;
  double unpack_per_byte = 0;
  std::vector<ByteCost> bytes;
  std::vector<PathCost> paths;
};

struct Fit {
  Costs costs;
  std::vector<double> predicted;  ///< by observation: what the costs make of it
};

/// Least squares of relative errors, all costs at once, none negative. Where that explains clearly
/// more, a path has a burst, and the lines of sending and taking bend at one or two of the sizes
/// that were measured.
Fit fit(std::span<const Observation> observations, std::uint32_t paths);

/// What the costs say that the observation should have been; a message's way is half the round of a
/// ping-pong, in which the tokens of a burst that the one way has used come back while the other is
/// used.
double predicted(const Costs& costs, const Observation& observation);

}  // namespace dps::calibration
