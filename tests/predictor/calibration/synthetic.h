/// Synthetic measurements: the times that a calibration would measure with given costs.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "predictor/calibration/findings.h"
#include "predictor/calibration/fit.h"

namespace dps::calibration::test {

inline Costs usual_costs() {
  Costs costs;
  costs.send_waking = 9e-6;
  costs.send = 4e-6;
  costs.take = 1.5e-6;
  costs.wakeup = 3e-6;
  costs.copy_per_byte = 0.1e-9;
  costs.xdr_per_byte = 0.9e-9;
  costs.unpack_per_byte = 0.2e-9;
  costs.bytes = {{0, 0.15e-9, 0.1e-9}};
  costs.paths = {{1e-6, 0.2e-9}, {50e-6, 8e-9}};
  return costs;
}

/// Observations of all sizes, packings and paths of a calibration. The i-th time is multiplied by
/// `factor(i)`.
template <typename Factor>
std::vector<Observation> observe(const Costs& costs, Factor factor) {
  std::vector<Observation> all;
  const auto add = [&](Observation seen) {
    seen.seconds = predicted(costs, seen) * factor(all.size());
    all.push_back(seen);
  };
  for (std::uint32_t path = 0; path < costs.paths.size(); ++path) {
    for (std::uint64_t bytes = 1; bytes <= 16U << 20U; bytes *= 4) {
      add({Measure::kOneWay, path, bytes, Packing::kOff, true, 0, 0});
      add({Measure::kSend, path, bytes, Packing::kOff, true, 0, 0});
      add({Measure::kTake, path, bytes, Packing::kOff, true, 0, 0});
    }
    for (const Packing packing : {Packing::kCopy, Packing::kXdr}) {
      for (const std::uint64_t bytes : {4096U, 1048576U}) {
        add({Measure::kOneWay, path, bytes, packing, true, 0, 0});
        add({Measure::kSend, path, bytes, packing, true, 0, 0});
      }
    }
    for (const std::uint64_t bytes : {0U, 64U, 1024U}) {
      add({Measure::kOneWay, path, bytes, Packing::kOff, false, 0, 0});
      add({Measure::kSend, path, bytes, Packing::kOff, false, 0, 0});
    }
  }
  return all;
}

inline std::vector<Observation> observe(const Costs& costs) {
  return observe(costs, [](std::size_t) { return 1.0; });
}

/// The findings of a calibration of two hosts with these costs.
inline Findings findings_of(const Costs& costs) {
  Findings findings;
  findings.hosts = {{"a", "x86_64", {}, 2, 1U << 30U, {1e-9, 0}},
                    {"b", "x86_64", {}, 2, 0, {2e-9, 0}}};
  findings.paths = {{0, 0, 16U << 20U}, {0, 1, 1U << 20U}};
  findings.observations = observe(costs);
  return findings;
}

}  // namespace dps::calibration::test
