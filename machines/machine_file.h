/// Machine files, of whatever kind: docs/machines.md.
#pragma once

#include <memory>
#include <vector>

#include "base/diagnostic.h"
#include "machines/machine.h"

namespace dps::machines {

struct MachineReading {
  std::unique_ptr<Machine> machine;     ///< none if there are errors
  std::vector<Diagnostic> diagnostics;  ///< all of them, in the order of the lines
};

/// Recognises the kind by the content: a native file is TOML; an architecture file of the
/// Performance Estimator has a line that begins with "send latency", "receive latency" or
/// "network type", which TOML never has.
MachineReading read_machine(const SourceText& source);

}  // namespace dps::machines
