#include "predictor/calibration/costs.h"

#include <algorithm>

namespace dps::calibration {

double bytes_in(std::uint64_t bytes, const Sizes& begins, std::size_t segment) {
  const std::uint64_t end = segment + 1 < begins.size() ? begins[segment + 1] : UINT64_MAX;
  return bytes <= begins[segment] ? 0 : static_cast<double>(std::min(bytes, end) - begins[segment]);
}

double predicted(const Costs& costs, const Observation& observation) {
  Sizes begins;
  begins.reserve(costs.bytes.size());
  for (const ByteCost& segment : costs.bytes) {
    begins.push_back(segment.size);
  }
  const bool sends = observation.measure != Measure::kTake;
  const bool takes = observation.measure != Measure::kSend;
  const double bytes = static_cast<double>(observation.bytes);
  const double send = observation.wakes ? costs.send_waking : costs.send;
  double time = (sends ? send : 0) + (takes ? costs.take : 0);
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const double inside = bytes_in(observation.bytes, begins, i);
    time += inside * ((sends ? costs.bytes[i].send : 0) + (takes ? costs.bytes[i].take : 0));
  }
  if (observation.packing != Packing::kOff) {
    const double pack =
        observation.packing == Packing::kCopy ? costs.copy_per_byte : costs.xdr_per_byte;
    time += bytes * ((sends ? pack : 0) + (takes ? costs.unpack_per_byte : 0));
  }
  if (observation.measure == Measure::kOneWay) {
    const PathCost& path = costs.paths[observation.path];
    time += path.latency + (observation.wakes ? costs.wakeup : 0);
    const double crossing = bytes * path.per_byte;
    const double at_once = path.burst * path.per_byte;
    time = at_once > 0 ? std::max(time + std::max(crossing - at_once, 0.0), crossing / 2)
                       : time + crossing;
  }
  return time;
}

}  // namespace dps::calibration
