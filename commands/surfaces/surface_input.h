/// The inputs of dps surface: texts, tables of models, results, and databases of sweeps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/options/common_options.h"
#include "profiles/surfaces/samples.h"

namespace dps::commands {

/// The samples of A and of --against, with the same variables as axes.
struct SurfaceInputs {
  std::vector<surfaces::Sample> a;
  std::vector<surfaces::Sample> b;
  std::vector<std::string> notes;
};

/// The files of A and B, and the variables that are their axes; "": to be determined.
struct SurfaceFiles {
  std::vector<std::string> a;
  std::vector<std::string> b;
  std::string processes;
  std::string data;
};

/// Reads the samples; nullopt after printing the errors.
std::optional<SurfaceInputs> load_surfaces(const SurfaceFiles& files, const CommonOptions& common);

}  // namespace dps::commands
