#include "base/clocks/line.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace dps::clocks {
namespace {

double distance(Reading one, Reading other) {
  return std::abs(static_cast<double>(one - other));
}

/// Offsets are whole nanoseconds, at the middle and at any other time.
constexpr double kRounding = 1;

}  // namespace

Reading ClockLine::offset_at(Reading s) const {
  return offset + std::llround(drift * static_cast<double>(s - middle));
}

double ClockLine::error_at(Reading s) const {
  return error + error_drift * distance(s, middle);
}

Reading ClockLine::client_of(Reading r) const {
  // s - middle = (r - (middle - offset)) / (1 - drift)
  const Reading from_middle = r - (middle - offset);
  const double correction = drift / (1 - drift) * static_cast<double>(from_middle);
  return middle + from_middle + std::llround(correction);
}

ClockLine fit_line(std::span<const Burst> bursts) {
  DPS_CHECK(bursts.size() >= 2);
  const Burst& first = bursts.front();
  const double span = distance(bursts.back().at, first.at);
  const auto count = static_cast<double>(bursts.size());
  double mean_time = 0;
  double mean_offset = 0;
  for (const Burst& burst : bursts) {
    mean_time += static_cast<double>(burst.at - first.at) / count;
    mean_offset += static_cast<double>(burst.offset - first.offset) / count;
  }
  double squares = 0;
  double products = 0;
  for (const Burst& burst : bursts) {
    const double time = static_cast<double>(burst.at - first.at) - mean_time;
    squares += time * time;
    products += time * (static_cast<double>(burst.offset - first.offset) - mean_offset);
  }
  ClockLine line;
  line.middle = first.at + std::llround(mean_time);
  line.offset = first.offset + std::llround(mean_offset);
  line.drift = products / squares;
  double largest = 0;
  double duration = 0;
  for (const Burst& burst : bursts) {
    largest = std::max(largest, static_cast<double>(burst.uncertainty) +
                                    distance(burst.offset, line.offset_at(burst.at)));
    duration = std::max(duration, static_cast<double>(burst.duration));
  }
  DPS_CHECK(duration < span);
  largest = (largest + kRounding + std::abs(line.drift) * duration / 2) / (1 - duration / span);
  line.error = largest + kRounding;
  line.error_drift = 2 * largest / span;
  return line;
}

ClockLine compose(const ClockLine& client, const ClockLine& reference) {
  const Reading there = client.reference_of(client.middle);
  ClockLine line;
  line.middle = client.middle;
  line.offset = client.offset + reference.offset_at(there);
  line.drift = client.drift + reference.drift * (1 - client.drift);
  // An error in the client's line also shifts the time at which the other line is evaluated.
  const double share = 1 + std::abs(reference.drift);
  line.error = client.error * share + reference.error_at(there) + 2 * kRounding;
  line.error_drift = client.error_drift * share +
                     (reference.error_drift * (1 + std::abs(client.drift) + client.error_drift));
  return line;
}

bool disagree(const ClockLine& one, const ClockLine& other, Reading s) {
  return distance(one.offset_at(s), other.offset_at(s)) > one.error_at(s) + other.error_at(s);
}

}  // namespace dps::clocks
