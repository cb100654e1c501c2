/// The options of dps compare.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/groups/output_options.h"
#include "commands/groups/profile_options.h"
#include "commands/options/common_options.h"

namespace dps::commands {

struct CompareOptions {
  CommonOptions common;
  std::string file;                      ///< A
  std::vector<std::string> other_files;  ///< B, and further designs
  bool designs = false;                  ///< --designs
  std::optional<double> tolerance_percent;
  ProfileOptions profile;  ///< --level of results, and --only
  std::string level;       ///< --level as given; traces have levels of their own
  bool own = false;        ///< --own
  OutputOptions output;

  Syntax syntax();
  std::string check();
};

}  // namespace dps::commands
