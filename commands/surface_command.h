/// dps surface: speed-ups of phases over processes and data, and the ratios of two sets of times.
#pragma once

#include <string>
#include <vector>

#include "commands/groups/output_options.h"
#include "commands/options/command.h"
#include "commands/surfaces/surface_input.h"

namespace dps::commands {

struct SurfaceOptions {
  CommonOptions common;
  SurfaceFiles files;               ///< A, --against, --processes, --data
  std::vector<std::string> phases;  ///< --only
  OutputOptions output;             ///< -o is a folder

  Syntax syntax();
  std::string check() { return ""; }
};

Command surface_command();

}  // namespace dps::commands
