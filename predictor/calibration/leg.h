/// The blueprints of a calibration, in which two processes exchange messages, one size after the
/// other, and the evaluation of their results.
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
  kPingPong,  ///< back and forth; both processes wait for every message
  kDrain,     ///< all messages are sent while the receiver sleeps; then it takes them
};

/// The messages of one size in a calibration. The legs of a blueprint are played in order; each
/// begins when the previous one has ended in both processes.
struct Leg {
  LegKind kind = LegKind::kPingPong;
  std::uint64_t bytes = 0;
  std::uint32_t rounds = 2;  ///< messages in each direction; at least 2 for a ping-pong
  Packing packing = Packing::kOff;
  /// The time for which the receiver of a drain sleeps, or for which A of a ping-pong spins before
  /// each message, while B waits.
  Seconds hold{0};

  bool operator==(const Leg&) const = default;
};

/// The hosts of the two processes; nullopt: both on the host of the run.
using Pair = std::optional<std::pair<std::string, std::string>>;

/// The blueprint that plays these legs, of which there must be at least one.
std::string pair_blueprint(std::span<const Leg> legs, const Pair& hosts);

/// Pairs of processes, A.p[i] and B.p[i], that play the same leg at once.
struct Pairs {
  std::uint32_t count = 1;
  /// The hosts of A.p[0], A.p[1], …, and then of B.p[0], B.p[1], …; empty: the host of the run.
  std::vector<std::string> hosts{};
};

/// The blueprint in which all pairs play this ping-pong.
std::string pairs_blueprint(const Leg& leg, const Pairs& pairs);

/// Mean times of one message in a leg, in seconds.
struct LegTimes {
  double send = 0;  ///< pack and send, on the sender's clock; of both senders for a ping-pong
  /// Half a round trip without the hold (kPingPong), or the time to take a message (kDrain).
  double rest = 0;
};

/// Times by leg. `run` is a run of pair_blueprint(legs, …) at level functionality; at level unit,
/// the times of sends are 0.
std::vector<LegTimes> leg_times(std::span<const Leg> legs, const profiles::RunProfile& run);

/// The times of the pair that takes longest, each by itself. `run` is a run of
/// pairs_blueprint(leg, …) at level functionality.
LegTimes longest_times(const Leg& leg, const profiles::RunProfile& run);

/// The time of packing a message, by process.
struct PackTimes {
  double a = 0;  ///< seconds
  double b = 0;  ///< seconds
};

/// `run` is a run of pair_blueprint({leg}, …), where the leg is a ping-pong that is packed.
PackTimes pack_times(const Leg& leg, const profiles::RunProfile& run);

/// A blueprint with one process per host (one process if `hosts` is empty) that performs
/// `multiplications`; the hosts work one after the other.
std::string work_blueprint(std::span<const std::string> hosts, double multiplications);

/// Seconds per multiplication, by host. `run` is a run of work_blueprint(…, multiplications).
std::vector<double> multiply_times(double multiplications, const profiles::RunProfile& run);

}  // namespace dps::calibration
