/// The architecture file of the Performance Estimator (docs/machines.md, "Architecture files").
#pragma once

#include <string_view>

#include "base/diagnostic.h"
#include "machines/machine_file.h"

namespace dps::machines {

/// Some line begins as only those of an architecture file do.
bool is_architecture_file(std::string_view text);

/// A name and five lines "what = figure seconds", as the paper prints them, in any order.
MachineReading read_architecture_file(const SourceText& source);

}  // namespace dps::machines
