/// What every reader of machine files returns.
#pragma once

#include <memory>
#include <vector>

#include "base/diagnostic.h"
#include "machines/machine.h"

namespace dps::machines {

struct MachineReading {
  std::unique_ptr<Machine> machine;     ///< null if there are errors
  std::vector<Diagnostic> diagnostics;  ///< all of them
};

}  // namespace dps::machines
