/// dps check: reports all mistakes in a blueprint, what it contains and would execute, whether a
/// run would be refused, and whether it ends.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "commands/groups/blueprint_options.h"
#include "commands/groups/host_options.h"
#include "commands/groups/output_options.h"
#include "commands/options/command.h"

namespace dps::commands {

struct CheckOptions {
  CommonOptions common;
  BlueprintOptions blueprint;
  HostOptions hosts;  ///< --hosts alone
  bool matrix = false;
  std::vector<std::string> userfuncs;
  std::uint64_t max_message = 1ULL << 30;
  OutputOptions output;

  Syntax syntax();
  std::string check();
};

Command check_command();

}  // namespace dps::commands
