/// Shows the progress of the measurement on stderr of rank 0.
#pragma once

#include <string>

#include "base/clocks/burst.h"
#include "predictor/rawtiming/plan/time_left.h"

namespace dps::rawtiming {

/// At a terminal, also behind mpirun, one line that is written anew; else a line now and then.
class MeasurementProgress {
 public:
  explicit MeasurementProgress(bool is_quiet);
  MeasurementProgress(const MeasurementProgress&) = delete;
  MeasurementProgress& operator=(const MeasurementProgress&) = delete;
  ~MeasurementProgress() { clear(); }

  /// `what`: the next point.
  void show(const MeasurementTimeLeft& time_left, std::uint64_t pass, const std::string& what);
  void clear();

 private:
  bool is_quiet_;
  bool is_terminal_;
  bool is_shown_ = false;
  clocks::Reading begun_;
  clocks::Reading shown_at_;
};

}  // namespace dps::rawtiming
