/// dps timecalc: the times of functions by the equations of a data sheet.
#pragma once

#include <string>
#include <vector>

#include "commands/groups/output_options.h"
#include "commands/options/command.h"

namespace dps::commands {

struct TimecalcOptions {
  CommonOptions common;
  std::string sheet;                  ///< a file, or a machine of the library
  std::vector<std::string> question;  ///< NAME P D; empty: read from standard input
  OutputOptions output;               ///< --format alone
  std::string path;                   ///< --path; empty: not given

  Syntax syntax();
  std::string check() { return ""; }
};

Command timecalc_command();

}  // namespace dps::commands
