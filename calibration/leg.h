/// What a calibration plays: blueprints of two processes that exchange messages of one size after
/// another, and what the result of such a run says.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/units.h"
#include "profiles/result.h"

namespace dps::calibration {

enum class Packing : std::uint8_t { kOff, kCopy, kXdr };

enum class LegKind : std::uint8_t {
  kPingPong,  ///< to and fro; both wait for every message
  kDrain,     ///< all one way while the receiver sleeps, which then takes them
};

/// A part of a calibration: messages of one size. The legs of a blueprint are played in their
/// order, and each begins when the one before has ended on both sides.
struct Leg {
  LegKind kind = LegKind::kPingPong;
  std::uint64_t bytes = 0;
  std::uint32_t rounds = 2;  ///< messages each way; of a ping-pong at least 2
  Packing packing = Packing::kOff;
  Seconds hold{0};  ///< of a drain: how long the receiver sleeps

  bool operator==(const Leg&) const = default;
};

/// The hosts of the two processes; none: wherever the run takes place.
using Pair = std::optional<std::pair<std::string, std::string>>;

/// The blueprint that plays these legs. At least one.
std::string pair_blueprint(std::span<const Leg> legs, const Pair& hosts);

/// Seconds a message.
struct LegTimes {
  double send = 0;  ///< on the sender's clock; of a ping-pong, the mean of both senders
  double rest = 0;  ///< of a ping-pong half a round; of a drain, until it is taken
};

/// By leg. The run is one of pair_blueprint(legs, …), at level functionality.
std::vector<LegTimes> leg_times(std::span<const Leg> legs, const profiles::RunProfile& run);

/// One process on each of these hosts (none: one process) multiplies `multiplications` times, one
/// host after the other.
std::string work_blueprint(std::span<const std::string> hosts, double multiplications);

/// Seconds for one multiplication, by host.
std::vector<double> multiply_times(double multiplications, const profiles::RunProfile& run);

}  // namespace dps::calibration
