/// The step that a calibration is at, as a line that is redrawn on a terminal.
#pragma once

#include <chrono>
#include <string>

#include "coordinator/cli/status_line.h"
#include "coordinator/cli/time_left.h"

namespace dps::coordinator {

class StepProgress {
 public:
  explicit StepProgress(bool drawn) : line_(drawn) {}

  /// A step begins: what is measured, and the share of the work that is done, from 0 to 1.
  void begin(const std::string& what, double done);
  /// Draws the line again if the time left has changed by a second; more often would disturb what
  /// is measured on this machine.
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

}  // namespace dps::coordinator
