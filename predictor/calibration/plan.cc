#include "predictor/calibration/plan.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"

namespace dps::calibration {
namespace {

constexpr std::uint64_t kKibi = 1024;
constexpr std::uint64_t kMebi = kKibi * kKibi;
constexpr std::uint64_t kProbeBytes = 64 * kKibi;
/// Limits on the time of one transfer, unpacked and packed; there are two packings per size.
constexpr double kMostSeconds = 0.2;
constexpr double kMostSecondsPacked = 0.02;

constexpr std::array<std::uint64_t, 13> kSizes{
    0,          16,          64,          256,   kKibi,     4 * kKibi, 16 * kKibi,
    64 * kKibi, 256 * kKibi, 512 * kKibi, kMebi, 4 * kMebi, 16 * kMebi};
constexpr std::array<std::uint64_t, 3> kPackedSizes{4 * kKibi, 64 * kKibi, kMebi};
constexpr std::array<std::uint64_t, 3> kDrainedSizes{0, 64, kKibi};
/// If all messages are at most this large, every transport posts its receives, as programs do.
constexpr std::uint64_t kMostPosted = 64 * kKibi;
/// Messages of a drain. Together they fit into the buffers of every transport; and they are enough
/// for the time of waking up to be negligible per message.
constexpr std::uint32_t kDrained = 30;

double time_of(const Probe& probe, std::uint64_t bytes) {
  return probe.empty + probe.per_byte * static_cast<double>(bytes);
}

/// The number of rounds that takes about as long for every size, between limits.
std::uint32_t rounds_of(const Probe& probe, std::uint64_t bytes, double most) {
  constexpr double kSeconds = 0.01;
  return static_cast<std::uint32_t>(
      std::clamp(kSeconds / std::max(time_of(probe, bytes), 1e-9), 2.0, most));
}

bool fits(const Probe& probe, std::uint64_t bytes, Effort effort) {
  return bytes <= (effort == Effort::kFull ? kSizes.back() : kProbeBytes) &&
         (bytes <= kKibi || time_of(probe, bytes) <= kMostSeconds);
}

/// An upper bound on the time after which the bytes have arrived.
Seconds hold_for(const Probe& probe, std::uint64_t bytes) {
  constexpr double kLeastTime = 0.005;
  return Seconds(kLeastTime + 3 * time_of(probe, bytes));
}

/// A drain with as many messages as fit into half the buffer, at least one.
Leg drain_of(const Probe& probe, std::uint64_t bytes, std::optional<std::uint64_t> buffer) {
  constexpr std::uint64_t kMostAtOnce = kMebi;
  const std::uint64_t at_once = std::min(buffer.value_or(UINT64_MAX) / 2, kMostAtOnce);
  const auto count =
      static_cast<std::uint32_t>(std::clamp<std::uint64_t>(at_once / bytes, 1, kDrained));
  return {LegKind::kDrain, bytes, count, Packing::kOff, hold_for(probe, count * bytes)};
}

Leg ping_pong(const Probe& probe, std::uint64_t bytes, Packing packing, Effort effort) {
  const double most = effort == Effort::kFull ? 40 : 6;
  return {LegKind::kPingPong, bytes, rounds_of(probe, bytes, most), packing, Seconds(0)};
}

}  // namespace

std::vector<Leg> probe_legs() {
  return {{LegKind::kPingPong, kProbeBytes, 4, Packing::kOff, Seconds(0)},
          {LegKind::kPingPong, 0, 10, Packing::kOff, Seconds(0)},
          {LegKind::kPingPong, kProbeBytes, 4, Packing::kOff, Seconds(0)}};
}

Probe probe_of(std::span<const LegTimes> times) {
  DPS_CHECK(times.size() == probe_legs().size());
  const double empty = times[1].rest;
  return {empty, std::max(times[2].rest - empty, 0.0) / static_cast<double>(kProbeBytes)};
}

std::vector<Leg> message_legs(const Probe& probe, Effort effort) {
  std::vector<Leg> legs;
  for (const std::uint64_t bytes : kSizes) {
    if (fits(probe, bytes, effort)) {
      legs.push_back(ping_pong(probe, bytes, Packing::kOff, effort));
    }
  }
  for (const std::uint64_t bytes : kPackedSizes) {
    if (fits(probe, bytes, effort) && time_of(probe, bytes) <= kMostSecondsPacked) {
      legs.push_back(ping_pong(probe, bytes, Packing::kCopy, effort));
      legs.push_back(ping_pong(probe, bytes, Packing::kXdr, effort));
    }
  }
  for (const std::uint64_t bytes : kDrainedSizes) {
    const std::uint64_t all = kDrained * bytes;
    legs.push_back({LegKind::kDrain, bytes, kDrained, Packing::kOff, hold_for(probe, all)});
  }
  return legs;
}

std::vector<std::vector<Leg>> bare_legs(const Probe& probe, Effort effort) {
  constexpr std::uint32_t kManyDrained = 300;  // the first ones, after the sleep, take longer
  // The first rounds of a leg find nothing in the caches: they double the mean of 40.
  const double most_rounds = effort == Effort::kFull ? 10'000 : 1'000;
  std::vector<std::vector<Leg>> sessions(2);
  for (Leg leg : message_legs(probe, effort)) {
    if (leg.packing != Packing::kOff) {
      continue;
    }
    if (leg.kind == LegKind::kPingPong) {
      leg.rounds = rounds_of(probe, leg.bytes, most_rounds);
    } else if (leg.bytes == 0) {
      leg.rounds = kManyDrained;
    }
    sessions[leg.bytes <= kMostPosted ? 0 : 1].push_back(leg);
  }
  std::erase_if(sessions, [](const std::vector<Leg>& legs) { return legs.empty(); });
  return sessions;
}

std::vector<Leg> waking_legs(Effort effort) {
  std::vector<Leg> legs;
  for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{64}, kKibi}) {
    legs.push_back(ping_pong({}, bytes, Packing::kOff, effort));
  }
  return legs;
}

std::vector<Leg> buffer_legs(const Probe& probe, Effort effort) {
  std::vector<Leg> legs;
  for (std::uint64_t bytes = kKibi; fits(probe, bytes, effort); bytes *= 2) {
    const Seconds hold = hold_for(probe, bytes);
    legs.push_back({LegKind::kDrain, bytes, 1, Packing::kOff, hold});
  }
  return legs;
}

std::vector<Leg> small_buffer_legs(const Probe& probe) {
  std::vector<Leg> legs;
  for (const std::uint64_t bytes : kSizes) {
    if (bytes < kKibi) {
      legs.push_back({LegKind::kDrain, bytes, 1, Packing::kOff, hold_for(probe, bytes)});
    }
  }
  return legs;
}

std::vector<Leg> taking_legs(const Probe& probe, std::optional<std::uint64_t> buffer,
                             Effort effort) {
  std::vector<Leg> legs;
  for (const std::uint64_t bytes : kSizes) {
    if (bytes > kDrainedSizes.back() && fits(probe, bytes, effort)) {
      legs.push_back(drain_of(probe, bytes, buffer));
    }
  }
  return legs;
}

std::vector<std::vector<Leg>> unpacking_legs(const Probe& probe,
                                             std::optional<std::uint64_t> buffer, Effort effort) {
  std::vector<std::vector<Leg>> pairs;
  for (const std::uint64_t bytes : kPackedSizes) {
    if (fits(probe, bytes, effort) && time_of(probe, bytes) <= kMostSecondsPacked) {
      const Leg plain = drain_of(probe, bytes, buffer);
      Leg packed = plain;
      packed.packing = Packing::kCopy;
      pairs.push_back({plain, packed});
    }
  }
  return pairs;
}

std::vector<Leg> contended_legs(const Probe& probe, Effort effort) {
  std::vector<Leg> legs = message_legs(probe, effort);
  std::erase_if(legs, [](const Leg& leg) {
    return leg.kind != LegKind::kPingPong || leg.packing != Packing::kOff || leg.bytes > kMebi;
  });
  return legs;
}

std::vector<std::uint32_t> contended_groups(std::uint64_t cores, bool can_share) {
  constexpr std::uint64_t kMostProcesses = 128;
  const std::uint64_t most = std::clamp<std::uint64_t>(cores, can_share ? 8 : 2, kMostProcesses);
  std::vector<std::uint32_t> groups;
  for (std::uint32_t processes = 2; processes <= most; processes *= 2) {
    groups.push_back(processes);
  }
  return groups;
}

Seconds duration_of(std::span<const Leg> legs, const Probe& probe) {
  Seconds duration{0};
  for (const Leg& leg : legs) {
    const double ways = leg.kind == LegKind::kPingPong ? 2.0 * leg.rounds : 1;
    const double holds = leg.kind == LegKind::kPingPong ? leg.rounds : 1;
    duration += holds * leg.hold + Seconds(ways * time_of(probe, leg.bytes));
  }
  return duration;
}

std::optional<std::uint64_t> buffer_of(std::span<const Leg> legs, std::span<const double> sends) {
  constexpr double kUntilAwake = 0.8;
  constexpr double kWhole = 1024;
  double below = 0;
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const double bytes = static_cast<double>(legs[i].bytes);
    if (sends[i] > kUntilAwake * legs[i].hold.count()) {
      return static_cast<std::uint64_t>(std::round(std::sqrt(below * bytes) / kWhole) * kWhole);
    }
    below = bytes;
  }
  return std::nullopt;
}

}  // namespace dps::calibration
