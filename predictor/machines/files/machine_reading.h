/// The result type of all readers of machine files.
#pragma once

#include <memory>
#include <vector>

#include "base/diagnostic.h"
#include "predictor/machines/machine.h"

namespace dps::machines {

struct MachineReading {
  std::unique_ptr<Machine> machine;  ///< null if there are errors
  std::vector<Diagnostic> diagnostics;
};

}  // namespace dps::machines
