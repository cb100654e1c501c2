/// The options of dps predict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/time_units.h"
#include "commands/groups/blueprint_options.h"
#include "commands/groups/computing_options.h"
#include "commands/groups/machine_options.h"
#include "commands/groups/output_options.h"
#include "commands/groups/profile_options.h"
#include "commands/groups/repetition_options.h"
#include "commands/groups/trace_options.h"
#include "commands/options/common_options.h"
#include "commands/terminal/status_line.h"

namespace dps::commands {

struct PredictOptions {
  CommonOptions common;
  BlueprintOptions blueprint;
  std::vector<std::string> program;  ///< COMMAND with its arguments, after "--"
  ComputingOptions computing;        ///< for MPI programs
  MachineChoice machine;
  ProfileOptions profile;
  OutputOptions output;
  RepetitionOptions repetition;
  std::vector<std::string> what_if;  ///< each --what-if, as given
  std::optional<Seconds> end;        ///< --for
  std::optional<Seconds> timeout;    ///< --timeout
  TraceOptions trace;
  ProgressChoice progress = ProgressChoice::kAuto;

  Syntax syntax();
  std::string check();
};

}  // namespace dps::commands
