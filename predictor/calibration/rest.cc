#include "predictor/calibration/rest.h"

#include <chrono>
#include <cmath>
#include <numeric>

#include "base/check.h"

namespace dps::calibration {
namespace {

constexpr int kShortestPause = 50;  // microseconds
constexpr int kLongestPause = 4000;
constexpr double kLeastShare = 0.25;

}  // namespace

std::vector<Leg> rest_legs(Effort effort) {
  const std::uint32_t rounds = effort == Effort::kFull ? 20 : 4;
  std::vector<Leg> legs{{LegKind::kPingPong, 0, rounds, Packing::kOff, Seconds(0)}};
  for (int pause = kShortestPause; pause < kLongestPause; pause *= 2) {
    legs.push_back(
        {LegKind::kPingPong, 0, rounds, Packing::kOff, std::chrono::microseconds(pause)});
  }
  return legs;
}

std::optional<RestFinding> rest_of(std::span<const Leg> legs, std::span<const double> halves) {
  DPS_CHECK(legs.size() == halves.size() && legs.size() > 1);
  std::vector<double> later;  // one message of a round meets a core that has rested
  for (const double half : halves) {
    later.push_back(2 * (half - halves.front()));
  }
  if (later.back() < kLeastShare * halves.front()) {
    return std::nullopt;
  }
  std::size_t first = 1;
  while (later[first] < later.back() / 2) {
    ++first;
  }
  const double shorter = first > 1 ? legs[first - 1].hold.count() : legs[first].hold.count() / 2;
  const double count = static_cast<double>(later.size() - first);
  return RestFinding{
      std::sqrt(shorter * legs[first].hold.count()),
      std::accumulate(later.begin() + static_cast<std::ptrdiff_t>(first), later.end(), 0.0) /
          count};
}

}  // namespace dps::calibration
