/// The inputs of dps surface: texts, tables of models, results, and databases of sweeps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/cli/command_line.h"
#include "profiles/surfaces/samples.h"

namespace dps::coordinator {

/// The samples of A and of --against, with the same variables as axes.
struct SurfaceInputs {
  std::vector<surfaces::Sample> a;
  std::vector<surfaces::Sample> b;
  std::vector<std::string> notes;
};

/// nullopt after printing the errors.
std::optional<SurfaceInputs> load_surfaces(const CommandLine& line);

}  // namespace dps::coordinator
