/// dps hosts: lists the hosts with the properties that are matched with the terrain.
#pragma once

#include <string>

#include "commands/groups/host_options.h"
#include "commands/groups/output_options.h"
#include "commands/options/command.h"

namespace dps::commands {

struct HostsOptions {
  CommonOptions common;
  HostOptions hosts;       ///< --hosts alone
  bool try_hosts = false;  ///< --check
  OutputOptions output;

  Syntax syntax();
  std::string check();
};

Command hosts_command();

}  // namespace dps::commands
