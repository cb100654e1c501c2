/// The times of single runs of a calibration, for raw files. Machine files are fitted to estimates
/// of them.
#pragma once

#include <cstdint>
#include <vector>

#include "predictor/calibration/leg.h"
#include "predictor/datasheets/raw/point_of_trials.h"
#include "predictor/datasheets/raw/raw_file.h"

namespace dps::calibration {

struct LegRun {
  std::uint64_t session = 0;
  LegTimes times;
};

/// The runs of a leg on one path, with the user's way of waiting.
struct LegSamples {
  std::uint32_t path = 0;  ///< index in Findings::paths
  Leg leg;
  std::vector<LegRun> runs;  ///< at least one
  datasheets::Stop stop = datasheets::Stop::kTrials;
};

/// The time to pack or unpack one message.
struct PackSamples {
  std::uint64_t bytes = 0;
  std::vector<datasheets::TimedTrial> trials;  ///< a run each; at least one
};

/// The longest times of all pairs while `processes` exchange messages, by run.
struct ContendedSamples {
  std::uint32_t processes = 2;
  std::uint64_t bytes = 0;
  std::vector<LegRun> runs;  ///< at least one
  datasheets::Stop stop = datasheets::Stop::kTrials;
};

}  // namespace dps::calibration
