/// The measurements of a calibration as raw files, from which dps datasheet makes a data sheet of
/// the transport. Source: docs/calibrate.md, "Raw files".
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "predictor/calibration/findings.h"

namespace dps::calibration {

/// Names without a folder, and texts.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;

/// The files of the folder: run.toml, then NAME.data and NAME.host.data by name.
/// A trial is the mean of a run, a pass is a session, and an element has 1 B. Functions without a
/// measurement have no file.
NamedTexts raw_files_of(const Findings& findings);

}  // namespace dps::calibration
