/// The folder of raw files. Source: docs/datasheets.md, "Raw files".
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "predictor/rawtiming/plan/plan.h"
#include "predictor/rawtiming/plan/samples.h"

namespace dps::rawtiming {

/// Facts for human readers, in order.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// The files that an earlier measurement left in the folder, with --append.
struct EarlierFiles {
  Facts facts;
  std::vector<std::pair<std::string, std::string>> files;  ///< names without a folder, texts
};

/// Checks that the folder can be written: it must not exist, or with --append contain raw files
/// with elements of the same size. Makes the folder. Errors (kInput): it exists; it is no folder of
/// raw files; it cannot be made or written.
Result<EarlierFiles> open_folder(const Options& options);

/// Writes the files of all series that have a trial, and run.toml. Each file is replaced whole or
/// not at all. Errors (kSystem): a file cannot be written.
struct RawMeasurement {
  const Options& options;
  const MeasurementPlan& plan;
  const std::vector<Samples>& samples;  ///< by point
  const Facts& facts;
  double timer_resolution = 0;  ///< seconds
  /// False if the process cannot wait until the files are on the disk.
  bool is_flushed = true;
};
Result<void> write_folder(const RawMeasurement& measured, const EarlierFiles& earlier);

}  // namespace dps::rawtiming
