/// dps fmt: rewrites blueprints in the standard layout.
#pragma once

#include <string>
#include <vector>

#include "commands/options/command.h"

namespace dps::commands {

struct FmtOptions {
  CommonOptions common;
  std::vector<std::string> files;
  bool only_check = false;  ///< --check

  Syntax syntax();
  std::string check();
};

Command fmt_command();

}  // namespace dps::commands
