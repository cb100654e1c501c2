/// What is measured on a path, so that it takes seconds and not minutes: fewer rounds of large
/// messages, and none that are larger than the path carries in a moment.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "calibration/leg.h"

namespace dps::calibration {

/// How much of the usual is measured.
enum class Effort : std::uint8_t {
  kFull,   ///< messages of 0 B to 16 MiB
  kQuick,  ///< to 64 KiB, few rounds: enough to see that all works
};

/// What is known of a path before it is measured well.
struct Probe {
  double empty = 0;     ///< seconds one way, of a message without a byte
  double per_byte = 0;  ///< and for each byte
};

std::vector<Leg> probe_legs();
Probe probe_of(std::span<const LegTimes> times);

/// Ping-pongs of all sizes and packings, and drains of small messages.
std::vector<Leg> message_legs(const Probe& probe, Effort effort);

/// Small ping-pongs, for a comparison of two ways of waiting.
std::vector<Leg> waking_legs(Effort effort);

/// Single messages to a receiver that sleeps, larger and larger.
std::vector<Leg> buffer_legs(const Probe& probe, Effort effort);

/// How long a run of these legs takes.
Seconds duration_of(std::span<const Leg> legs, const Probe& probe);

/// `sends` are the shortest sending times of these legs: what disturbs a send makes it longer, and
/// a full buffer holds it every time, until the receiver wakes. The buffer's size lies between the
/// largest message that was not held and the smallest that was. Nothing: none was.
std::optional<std::uint64_t> buffer_of(std::span<const Leg> legs, std::span<const double> sends);

}  // namespace dps::calibration
