/// Everything that a calibration has found, and the machine file that says it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calibration/fit.h"
#include "machines/kinds/native/file/native_text.h"
#include "statistics/estimate.h"

namespace dps::calibration {

struct HostFinding {
  std::string name;
  std::string type;
  std::optional<std::uint64_t> speed;  ///< as the hosts file gives it
  std::uint32_t cores = 1;
  std::uint64_t memory = 0;       ///< 0: not known
  statistics::Estimate multiply;  ///< seconds for one multiplication
};

/// The one that the hosts file gives, or what multiplying says, relative to the first host: 1000 if
/// it is as fast within the error of measurement.
std::uint64_t speed_of(const HostFinding& host, const HostFinding& first);

/// Between two hosts, or within one.
struct PathFinding {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t most_bytes = 0;  ///< the largest message
};

struct Findings {
  std::vector<HostFinding> hosts;  ///< at least one
  std::vector<PathFinding> paths;  ///< the first within a host, the others between two
  std::vector<Observation> observations;
  std::optional<std::uint64_t> buffer;
  bool blocks = true;
  /// What was used: "dps", "date", "transport", …, for `[calibration]`.
  std::vector<std::pair<std::string, std::string>> environment;
};

/// How far the figures of a machine are from what was measured, and how much that varied. Shares:
/// 0.1 is 10 %.
struct Accuracy {
  double median_miss = 0;
  double largest_miss = 0;
  double largest_error = 0;  ///< standard error
};

/// What is wrong with a calibration that cannot be relied on; "" if it can. Source:
/// docs/calibrate.md, "Reading the file".
std::string unreliable(const Accuracy& accuracy);

/// A machine of this name and what is to be said of it.
struct CalibratedMachine {
  machines::NativeDescription machine;
  machines::FileRemarks remarks;
  Accuracy accuracy;
};

CalibratedMachine machine_of(const Findings& findings, const std::string& name);

}  // namespace dps::calibration
