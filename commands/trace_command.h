/// dps trace: summarises a trace, or converts it.
#pragma once

#include <optional>
#include <string>

#include "commands/groups/slow_option.h"
#include "commands/groups/trace_options.h"
#include "commands/options/command.h"

namespace dps::commands {

struct TraceFileOptions {
  CommonOptions common;
  std::string file;    ///< the trace
  std::string output;  ///< the file of -o, which the trace is converted to; empty: not given
  StateLineChoice states;
  bool why = false;                ///< --why
  std::optional<SlowChoice> slow;  ///< --slow

  Syntax syntax();
  std::string check();
};

Command trace_command();

}  // namespace dps::commands
