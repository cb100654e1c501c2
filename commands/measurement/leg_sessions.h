/// Plays the legs of a calibration in sessions, until their times are sure enough.
#pragma once

#include <cstdint>
#include <vector>

#include <tl/expected.hpp>

#include "base/exit_status.h"
#include "base/statistics/estimate.h"
#include "base/units.h"
#include "commands/measurement/blueprint_runner.h"
#include "predictor/calibration/leg.h"
#include "predictor/calibration/leg_samples.h"
#include "predictor/calibration/plan.h"
#include "profiles/result.h"

namespace dps::commands {

/// Legs that are measured together.
struct LegSeries {
  std::vector<calibration::Leg> legs;
  bool spin = false;  ///< receivers poll
  profiles::Level level = profiles::Level::kFunctionality;
};

/// The runs of one leg, and the estimates over them.
struct MeasuredLeg {
  statistics::Estimate send;
  statistics::Estimate rest;
  std::vector<calibration::LegRun> runs;
  datasheets::Stop stop = datasheets::Stop::kTrials;
};

class LegSessions {
 public:
  /// The runner is borrowed.
  LegSessions(const BlueprintRunner& runner, calibration::Effort effort)
      : runner_(runner), effort_(effort) {}

  /// Times by run, then by leg.
  [[nodiscard]] tl::expected<std::vector<std::vector<calibration::LegTimes>>, ExitStatus> times_of(
      const LegSeries& series, const calibration::Pair& pair, std::uint32_t runs) const;

  /// Repeats sessions until the standard errors are small or a time limit is reached.
  [[nodiscard]] tl::expected<std::vector<MeasuredLeg>, ExitStatus> measure(
      const LegSeries& series, const calibration::Probe& probe,
      const calibration::Pair& pair) const;

  /// The number of runs in a session, from the duration of a run.
  [[nodiscard]] std::uint32_t runs_for(Seconds duration) const;

 private:
  const BlueprintRunner& runner_;
  calibration::Effort effort_;
};

}  // namespace dps::commands
