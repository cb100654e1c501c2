/// dps language-server: blueprints and the other files of dps in editors.
#pragma once

#include <string>

#include "commands/options/command.h"

namespace dps::commands {

struct LanguageServerOptions {
  CommonOptions common;
  bool stdio = false;  ///< --stdio, which has no effect: editors add it

  Syntax syntax();
  std::string check();
};

Command language_server_command();

}  // namespace dps::commands
