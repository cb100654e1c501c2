/// The progress of a calibration: its current step.
/// Source: docs/progress.md.
#pragma once

#include <chrono>
#include <string>

#include "commands/terminal/status_line.h"
#include "commands/terminal/time_left.h"

namespace dps::commands {

class StepProgress {
 public:
  explicit StepProgress(ProgressStyle style) : line_(style) {}

  /// Begins a step, which measures `what`. `done` is the share of the work done, from 0 to 1.
  void begin(const std::string& what, double done);
  /// Redraws the line if the remaining time has changed by a second; drawing more often would
  /// disturb the measurements on this machine.
  void refresh();
  void clear() {
    line_.clear();
    drawn_.clear();
  }

 private:
  StatusLine line_;
  TimeLeft time_left_;
  std::string what_;
  double done_ = 0;
  std::string drawn_;
};

}  // namespace dps::commands
