/// The architecture file of a calibration.
#pragma once

#include <string>

#include "predictor/calibration/findings.h"

namespace dps::calibration {

/// The figures of an architecture file, in seconds.
/// Source: docs/calibrate.md, "Architecture files".
struct ArchitectureFigures {
  double send_latency = 0;     ///< half a round trip of 0 bytes
  double receive_latency = 0;  ///< taking a message that has arrived
  double word = 0;             ///< 8 times the slope of half a round trip per byte
  double multiply = 0;
};

/// The messages are Findings::bare_legs: those between two hosts, or within the only one.
ArchitectureFigures architecture_of(const Findings& findings);

/// The file, with the conditions of the measurement as comments.
std::string architecture_text(const Findings& findings, const std::string& name);

}  // namespace dps::calibration
