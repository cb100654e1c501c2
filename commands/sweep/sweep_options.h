/// The options of dps sweep.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "commands/groups/blueprint_options.h"
#include "commands/groups/computing_options.h"
#include "commands/groups/execution_options.h"
#include "commands/groups/host_options.h"
#include "commands/groups/machine_options.h"
#include "commands/groups/output_options.h"
#include "commands/groups/profile_options.h"
#include "commands/groups/repetition_options.h"
#include "commands/groups/trace_options.h"
#include "commands/options/common_options.h"
#include "commands/terminal/status_line.h"
#include "profiles/expectation.h"

namespace dps::commands {

/// The argument of --find, which looks for the largest value with which an expectation holds.
struct Find {
  std::string variable;
  profiles::Expectation expectation;
};

struct SweepOptions {
  CommonOptions common;
  BlueprintOptions blueprint;          ///< --set has lists of values
  std::vector<std::string> program;    ///< COMMAND with its arguments, after "--"
  ComputingOptions computing;          ///< the options for predictions of the program
  std::vector<std::string> databases;  ///< --merge: all but the first, which is the blueprint
  std::vector<std::string> machines;   ///< each --machine
  MachineChoice machine;               ///< --set-machine has lists of values
  std::string scale;                   ///< the variable of --scale; empty: not given
  std::string plot;                    ///< the file of --plot; empty: not given
  OutputOptions output;
  std::string shard;  ///< --shard, as given; empty: not given
  ProfileOptions profile;
  RepetitionOptions repetition;
  HostOptions hosts;
  ExecutionOptions execution;
  TraceOptions trace;
  std::optional<Find> find;
  std::optional<Seconds> end;  ///< --for
  std::optional<profiles::Quantity> plot_of;
  std::optional<std::size_t> drawn;  ///< index in profile.columns; nullopt: the makespan
  bool also_runs = false;            ///< --run
  bool weak = false;                 ///< --weak
  bool draws_heat = false;           ///< --heat-map
  bool merges = false;               ///< --merge
  ProgressChoice progress = ProgressChoice::kAuto;

  Syntax syntax();
  std::string check();
};

}  // namespace dps::commands
