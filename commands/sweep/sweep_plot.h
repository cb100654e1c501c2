/// The picture of a sweep, for --plot.
#pragma once

#include <optional>

#include "base/result.h"
#include "commands/files/plot_file.h"
#include "commands/sweep/sweep_options.h"
#include "profiles/sweeps/sweep.h"
#include "profiles/sweeps/sweep_picture.h"

namespace dps::commands {

class SweepPlot {
 public:
  /// To be called before anything that takes time. Errors: gnuplot is not installed, the axes make
  /// no picture, or the file cannot be written. Without --plot, there is nothing to draw.
  static Result<SweepPlot> create(const SweepOptions& given,
                                  const std::vector<sweeps::SweepAxis>& axes);

  /// Draws the picture. Errors: those of sweeps::sweep_picture(), of gnuplot, and of the file.
  Result<void> draw(const sweeps::Sweep& sweep);

 private:
  explicit SweepPlot(const sweeps::PictureChoice& choice) : choice_(choice) {}

  sweeps::PictureChoice choice_;
  std::optional<PlotFile> file_;
};

}  // namespace dps::commands
