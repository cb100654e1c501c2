/// Measured times, and the costs of the native machine that predict them.
/// Source: docs/machines.md, "The model".
#pragma once

#include <cstdint>
#include <vector>

#include "predictor/calibration/leg.h"

namespace dps::calibration {

/// The part of a message's transfer that was measured.
enum class Measure : std::uint8_t {
  kSend,    ///< pack + send
  kTake,    ///< receive + unpack
  kOneWay,  ///< pack + send + bytes / bandwidth + latency + wake-up + receive + unpack
};

/// A measured time for one message on a path between two hosts or within one.
struct Observation {
  Measure measure = Measure::kOneWay;
  std::uint32_t path = 0;
  std::uint64_t bytes = 0;
  Packing packing = Packing::kOff;
  bool wakes = false;  ///< the receiver slept while it waited (it did not poll)
  double seconds = 0;
  double error = 0;  ///< standard error, as a share of `seconds`
};

/// Seconds per byte for the bytes of a message from `size` to the next bend. The first entry has
/// size 0.
struct ByteCost {
  std::uint64_t size = 0;
  double send = 0;
  double take = 0;
};

struct PathCost {
  double latency = 0;   ///< seconds
  double per_byte = 0;  ///< seconds: 1 / bandwidth; 0 if the path is never the bottleneck
  double burst = 0;     ///< bytes that pass at once after the path was idle
};

/// All times are in seconds. The sender does part of the work of waking a receiver; so a send has
/// two costs, and `wakeup` is only the remaining delay.
struct Costs {
  double send_waking = 0;  ///< to a receiver that sleeps
  double send = 0;         ///< to a receiver that polls
  double take = 0;
  double wakeup = 0;
  double copy_per_byte = 0;
  double xdr_per_byte = 0;
  double unpack_per_byte = 0;
  std::vector<ByteCost> bytes;
  std::vector<PathCost> paths;
};

/// Message sizes at which the segments of `Costs::bytes` begin; the first is 0.
using Sizes = std::vector<std::uint64_t>;

/// The number of a message's bytes that are in a segment.
double bytes_in(std::uint64_t bytes, const Sizes& begins, std::size_t segment);

/// The time of the observation according to the costs. A transfer (kOneWay) is half a round trip of
/// a ping-pong: the burst tokens of one direction are refilled while the other direction is used,
/// so no transfer takes less than half the time that its bytes need at the sustained bandwidth.
double predicted(const Costs& costs, const Observation& observation);

}  // namespace dps::calibration
