/// The Parasol file of a calibration. Source: docs/calibrate.md, "Parasol files".
#pragma once

#include <cstdint>
#include <string>

#include "predictor/calibration/findings.h"
#include "predictor/calibration/operations/processor_text.h"

namespace dps::calibration {

/// The operations of the processors of one of the hosts.
struct HostOperations {
  std::uint32_t host = 0;  ///< index in Findings::hosts
  MeasuredProcessor processor;
};

/// A processor type for each TYPE, a processor for each core, a link for the cores of each host and
/// one for each pair of hosts, and the costs of messages as formulas. `operations` are the timings
/// of the TYPE of its host, except dlm, which is taken from `work` on all hosts; null: only dlm is
/// known.
std::string parasol_text(const Findings& findings, const CalibratedMachine& made,
                         const HostOperations* operations);

}  // namespace dps::calibration
