/// The file of --plot.
#pragma once

#include <string>
#include <utility>

#include "base/plots/gnuplot.h"
#include "base/plots/picture.h"
#include "base/result.h"
#include "commands/files/output_file.h"

namespace dps::commands {

class PlotFile {
 public:
  /// To be called before anything that takes time. Errors: gnuplot is not installed, or the file
  /// cannot be written.
  static Result<PlotFile> create(const std::string& path, Existing existing);

  /// Errors: those of gnuplot and of the file.
  Result<void> draw(const plots::Picture& picture);

 private:
  PlotFile(OutputFile file, plots::PictureFormat format)
      : file_(std::move(file)), format_(format) {}

  OutputFile file_;
  plots::PictureFormat format_;
};

}  // namespace dps::commands
