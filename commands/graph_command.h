/// dps graph: prints or draws the structure of a blueprint.
#pragma once

#include <string>

#include "commands/groups/blueprint_options.h"
#include "commands/groups/output_options.h"
#include "commands/options/command.h"

namespace dps::commands {

struct GraphOptions {
  CommonOptions common;
  BlueprintOptions blueprint;
  OutputOptions output;

  Syntax syntax();
  std::string check() { return ""; }
};

Command graph_command();

}  // namespace dps::commands
