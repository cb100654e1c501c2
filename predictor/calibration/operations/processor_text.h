/// Measured operations as a Parasol file: one processor type, and a topology of one processor.
/// Source: docs/parasol.md, "The file".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "predictor/calibration/operations/cache_cut.h"
#include "predictor/calibration/operations/measured_operations.h"

namespace dps::calibration {

struct MeasuredProcessor {
  std::string host;  ///< the name of the machine
  std::string name;  ///< the name of the processor type: the compiler and its flags
  std::vector<std::string> comments;    ///< at the top of the file
  OperationTimes times;                 ///< the times of the operations
  std::optional<CacheFigures> cache{};  ///< nullopt: not measured
};

/// The text without double quotes and control characters, which a name in a Parasol file cannot
/// have; "unnamed" if nothing remains.
std::string parasol_name(std::string text);

/// The lines "begin processor" to "end processor". A negative mean is written as 0, and a mean
/// below twice its deviation has a comment.
std::string processor_section(const MeasuredProcessor& processor, unsigned id);

/// The whole file.
std::string processor_file(const MeasuredProcessor& processor);

}  // namespace dps::calibration
