/// dps report: results and traces on a page for a browser.
#pragma once

#include <string>
#include <vector>

#include "commands/groups/output_options.h"
#include "commands/options/command.h"

namespace dps::commands {

struct ReportOptions {
  CommonOptions common;
  std::vector<std::string> files;    ///< results and traces
  std::vector<std::string> sources;  ///< --sources
  OutputOptions output;

  Syntax syntax();
  std::string check();
};

Command report_command();

}  // namespace dps::commands
