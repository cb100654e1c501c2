/// The options of dps run.
#pragma once

#include <string>
#include <vector>

#include "commands/groups/blueprint_options.h"
#include "commands/groups/execution_options.h"
#include "commands/groups/host_options.h"
#include "commands/groups/output_options.h"
#include "commands/groups/profile_options.h"
#include "commands/groups/repetition_options.h"
#include "commands/groups/trace_options.h"
#include "commands/options/common_options.h"
#include "commands/terminal/status_line.h"

namespace dps::commands {

struct RunOptions {
  CommonOptions common;
  BlueprintOptions blueprint;
  std::vector<std::string> program;  ///< COMMAND with its arguments, after "--"
  ProfileOptions profile;
  OutputOptions output;
  RepetitionOptions repetition;
  HostOptions hosts;
  ExecutionOptions execution;
  TraceOptions trace;
  ProgressChoice progress = ProgressChoice::kAuto;
  std::string costs_out;    ///< --costs-out
  bool no_samples = false;  ///< --no-samples

  Syntax syntax();
  std::string check();
};

}  // namespace dps::commands
