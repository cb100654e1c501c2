/// The legs that are measured on a path. To limit the time to seconds, large messages have fewer
/// rounds, and messages that the path transmits in more than 0.2 s are left out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "predictor/calibration/leg.h"

namespace dps::calibration {

enum class Effort : std::uint8_t {
  kFull,   ///< messages of 0 B to 16 MiB
  kQuick,  ///< up to 64 KiB with few rounds: only to check that a calibration works
};

/// A rough estimate of a path's speed, by which its legs are chosen.
struct Probe {
  double empty = 0;     ///< seconds for the transfer of an empty message
  double per_byte = 0;  ///< seconds
};

/// The legs that are measured for probe_of().
std::vector<Leg> probe_legs();
Probe probe_of(std::span<const LegTimes> times);

/// Ping-pongs of all sizes and packings, and drains of small messages.
std::vector<Leg> message_legs(const Probe& probe, Effort effort);

/// The legs of message_legs() whose messages are not packed, with more rounds, so that a mean is
/// that of a program that sends many messages. Small messages have a session without large ones,
/// for which a transport takes longer ways.
std::vector<std::vector<Leg>> bare_legs(const Probe& probe, Effort effort);

/// Small ping-pongs, for the comparison of receivers that block with receivers that poll.
std::vector<Leg> waking_legs(Effort effort);

/// Single messages of increasing size to a receiver that sleeps.
std::vector<Leg> buffer_legs(const Probe& probe, Effort effort);

/// Legs like those of buffer_legs(), with the messages that are smaller, for raw files.
std::vector<Leg> small_buffer_legs(const Probe& probe);

/// Drains of larger messages than those of message_legs(), for raw files: as many as fit into half
/// the buffer, at least one. `buffer` is in bytes; nullopt: no send waits for its receiver.
std::vector<Leg> taking_legs(const Probe& probe, std::optional<std::uint64_t> buffer,
                             Effort effort);

/// Drains of a size, plain and then packed: the difference of their times is that of unpacking.
/// `buffer`: see taking_legs().
std::vector<std::vector<Leg>> unpacking_legs(const Probe& probe,
                                             std::optional<std::uint64_t> buffer, Effort effort);

/// The ping-pongs that all processes play at once.
std::vector<Leg> contended_legs(const Probe& probe, Effort effort);

/// 2, 4, 8 … processes, up to the number of cores and at most 128. The fit needs three group sizes
/// to find how a time depends on them, so the largest group has at least 8 processes if they can
/// share a core.
std::vector<std::uint32_t> contended_groups(std::uint64_t cores, bool can_share);

/// The estimated duration of a run of these legs.
Seconds duration_of(std::span<const Leg> legs, const Probe& probe);

/// Estimates the size of the send buffer from buffer_legs(). `sends` are the shortest sending times
/// by leg: a disturbance prolongs some sends, but a full buffer delays every send until the
/// receiver wakes. The result is the geometric mean of the largest message that was not delayed and
/// the smallest one that was, in whole KiB; nullopt if none was delayed.
std::optional<std::uint64_t> buffer_of(std::span<const Leg> legs, std::span<const double> sends);

}  // namespace dps::calibration
