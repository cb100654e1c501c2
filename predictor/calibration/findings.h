/// The results of a calibration, and the machine file made from them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/statistics/estimate.h"
#include "predictor/calibration/crowd.h"
#include "predictor/calibration/fit.h"
#include "predictor/calibration/leg_samples.h"
#include "predictor/calibration/rest.h"
#include "predictor/machines/kinds/native/file/native_text.h"

namespace dps::calibration {

struct HostFinding {
  std::string name;
  std::string type;
  std::optional<std::uint64_t> speed;  ///< from the hosts file
  std::uint32_t cores = 1;
  std::uint64_t memory = 0;       ///< bytes; 0: unknown
  statistics::Estimate multiply;  ///< seconds per multiplication
  /// The times that `multiply` is derived from, by run; the same number for all hosts.
  std::vector<double> multiply_runs{};
};

/// The speed from the hosts file, or else the measured one relative to the first host, rounded to
/// tens. It is 1000 if the two differ by at most 5 % plus four standard errors of both.
std::uint64_t speed_of(const HostFinding& host, const HostFinding& first);

/// A path between two hosts or within one; `from` and `to` are indices in Findings::hosts.
struct PathFinding {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t most_bytes = 0;  ///< size of the largest message that was measured
};

struct Findings {
  std::vector<HostFinding> hosts;  ///< at least one
  std::vector<PathFinding> paths;  ///< the first within a host, the others between two hosts
  std::vector<Observation> observations;
  std::optional<std::uint64_t> buffer;  ///< bytes; nullopt: no send waited for the receiver
  bool blocks = true;                   ///< --wait block
  std::optional<RestFinding> rest{};    ///< nullopt: a core that has rested is as fast
  std::optional<CrowdFinding> crowd{};  ///< nullopt: not measured
  /// Conditions of the measurement for `[calibration]`: "dps", "date", "transport", …
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<LegSamples> legs{};  ///< with the user's way of waiting
  std::vector<LegSamples>
      bare_legs{};  ///< without the times of functionalities: architecture files
  std::vector<LegSamples> late_legs{};  ///< single messages to a receiver that sleeps
  std::vector<PackSamples> packs{};     ///< this list and the following ones are only for raw files
  std::vector<PackSamples> unpacks{};
  std::vector<ContendedSamples> contended{};
};

/// Relative differences between predicted and measured times, and relative standard errors of the
/// measured times: 0.1 is 10 %.
struct Accuracy {
  double median_residual = 0;
  double largest_residual = 0;
  double largest_error = 0;
};

/// The reasons why a calibration is unreliable; "" if it is accurate enough. Source of the limits:
/// docs/calibrate.md, "Reading the file".
std::string unreliable(const Accuracy& accuracy);

/// A machine and the remarks for its file: predicted and measured times, their differences, and the
/// conditions of the measurement.
struct CalibratedMachine {
  machines::NativeDescription machine;
  machines::FileRemarks remarks;
  Accuracy accuracy;
};

CalibratedMachine machine_of(const Findings& findings, const std::string& name);

}  // namespace dps::calibration
