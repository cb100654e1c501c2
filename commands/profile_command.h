/// dps profile: prints a saved result again.
#pragma once

#include <string>

#include "commands/groups/output_options.h"
#include "commands/groups/profile_options.h"
#include "commands/options/command.h"

namespace dps::commands {

struct ShowOptions {
  CommonOptions common;
  std::string file;  ///< the result
  ProfileOptions profile;
  OutputOptions output;

  Syntax syntax();
  std::string check() { return ""; }
};

Command profile_command();

}  // namespace dps::commands
