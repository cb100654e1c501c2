/// dps machine: lists the machines of the library, prints the file of one, or its keys, and answers
/// questions about one.
#pragma once

#include <string>
#include <vector>

#include "commands/groups/machine_options.h"
#include "commands/groups/output_options.h"
#include "commands/options/command.h"

namespace dps::commands {

struct MachineCommandOptions {
  CommonOptions common;
  std::string action;  ///< "list", "show", "keys", "check", "describe", "route", "eval"; or empty
  MachineChoice machine;                 ///< with --set-machine
  std::vector<std::string> question;     ///< describe: the part; route: messages; eval: expressions
  std::vector<std::string> definitions;  ///< eval: each --define
  OutputOptions output;
  std::string plot;  ///< the file of --plot; empty: not given
  std::string load;  ///< the result of --load; empty: not given

  Syntax syntax();
  std::string check();
};

Command machine_command();

}  // namespace dps::commands
