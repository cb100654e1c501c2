/// The options of `dps estimate`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "commands/groups/machine_options.h"
#include "commands/groups/output_options.h"
#include "commands/groups/trace_options.h"
#include "commands/options/common_options.h"
#include "commands/options/option.h"
#include "commands/terminal/status_line.h"

namespace dps::commands {

struct EstimateOptions {
  CommonOptions common;
  std::string file;  ///< the source, or the streams file
  MachineChoice machine;
  std::string numbers;  ///< the argument of -n; empty: not given
  std::string entry = "spmd";
  std::vector<std::string> defines;  ///< each --define
  std::string flags;
  std::string streams;    ///< the file of --streams; empty: not given
  std::string blueprint;  ///< the file of --to-blueprint; empty: not given
  OutputOptions output;
  std::string plot;  ///< the file of --plot; empty: not given
  TraceOptions trace;
  std::optional<Seconds> timeout;
  ProgressChoice progress = ProgressChoice::kAuto;

  Syntax syntax();
  std::string check();
};

}  // namespace dps::commands
