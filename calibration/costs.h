/// Times that were measured, and the costs of the native machine that predict them
/// (docs/machines.md, "The model").
#pragma once

#include <cstdint>
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

/// Where segments of `Costs::bytes` begin; the first is 0.
using Sizes = std::vector<std::uint64_t>;

/// How many of the bytes of a message lie in a segment.
double bytes_in(std::uint64_t bytes, const Sizes& begins, std::size_t segment);

/// The time of the observation according to the costs. A message's way is half the round of a
/// ping-pong: the tokens of a burst that one way has used come back while the other is used.
double predicted(const Costs& costs, const Observation& observation);

}  // namespace dps::calibration
