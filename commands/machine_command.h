/// dps machine: lists the machines of the library, and prints the file of one, or its keys.
#pragma once

#include <string>

#include "commands/groups/machine_options.h"
#include "commands/groups/output_options.h"
#include "commands/options/command.h"

namespace dps::commands {

struct MachineOptions {
  CommonOptions common;
  std::string action;     ///< "list", "show" or "keys"; empty: not given
  MachineChoice machine;  ///< with --set-machine
  OutputOptions output;

  Syntax syntax();
  std::string check();
};

Command machine_command();

}  // namespace dps::commands
