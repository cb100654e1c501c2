/// The picture of a sweep, for --plot.
#pragma once

#include <optional>

#include "base/result.h"
#include "commands/cli/command_line.h"
#include "commands/cli/plot_file.h"
#include "profiles/sweeps/sweep.h"

namespace dps::coordinator {

class SweepPlot {
 public:
  /// To be called before anything that takes time. Errors: gnuplot is not installed, the axes make
  /// no picture, or the file cannot be written. Without --plot, there is nothing to draw.
  static Result<SweepPlot> create(const CommandLine& line, const std::vector<sweeps::Axis>& axes);

  /// Draws the picture. Errors: those of sweeps::sweep_picture(), of gnuplot, and of the file.
  Result<void> draw(const sweeps::Sweep& sweep);

 private:
  explicit SweepPlot(const CommandLine& line) : line_(&line) {}

  const CommandLine* line_;  // borrowed
  std::optional<PlotFile> file_;
};

}  // namespace dps::coordinator
