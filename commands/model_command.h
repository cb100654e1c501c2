/// dps model: evaluates equations for the time of a program.
#pragma once

#include <string>
#include <vector>

#include "commands/groups/output_options.h"
#include "commands/options/command.h"
#include "predictor/models/model_table.h"

namespace dps::commands {

struct ModelOptions {
  CommonOptions common;
  std::vector<std::string> files;  ///< with equations
  std::string machine;             ///< the data sheet; empty: not given
  models::Question question;       ///< --vary, --set, --of, --speedup, --best, --parts, --bounds
  OutputOptions output;
  std::string plot;  ///< the file of --plot; empty: not given

  Syntax syntax();
  std::string check() { return ""; }
};

Command model_command();

}  // namespace dps::commands
