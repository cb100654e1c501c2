/// The trials of a point, and the decision whether they are enough.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "predictor/datasheets/raw/point_of_trials.h"
#include "predictor/datasheets/raw/raw_file.h"
#include "predictor/rawtiming/plan/options.h"
#include "predictor/rawtiming/plan/plan.h"

namespace dps::rawtiming {

struct Samples {
  std::vector<datasheets::TimedTrial> trials;  ///< those that count
  std::uint64_t late = 0;
  double seconds = 0;  ///< the time of all visits of the point
  datasheets::Stop stop = datasheets::Stop::kTime;

  /// The error of the median, as a share of it; nullopt for fewer than 2 trials. It does not
  /// include differences between passes, since more trials would not make them smaller.
  [[nodiscard]] std::optional<double> relative_error(double timer_resolution) const;

  /// Makes the point; there must be a trial.
  [[nodiscard]] datasheets::RawPoint point(std::uint64_t processes, std::uint64_t elements,
                                           double timer_resolution) const;
};

/// A sentence for each function of the plan none of whose points has a trial. `samples` are by
/// point.
std::vector<std::string> unmeasured_functions(const MeasurementPlan& plan,
                                              const std::vector<Samples>& samples);

/// The reason for which a pass, counted from 1, makes no further trial of a point; nullopt if it
/// makes one. Pass k of n ends when k/n of the trials, or of the time, is used.
std::optional<datasheets::Stop> stop_of(const Samples& samples, const StopRules& rules,
                                        std::uint64_t pass, double timer_resolution);

/// The trials that may be made before the next call of stop_of(), at least 1 and at most `most`.
std::uint64_t next_block(const Samples& samples, const StopRules& rules, std::uint64_t pass,
                         std::uint64_t most);

}  // namespace dps::rawtiming
