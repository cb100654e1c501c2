/// The hosts of a run or a calibration, and how their processes start, communicate and wait.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "commands/options/option.h"

namespace dps::commands {

struct HostOptions {
  std::string hosts;              ///< --hosts; empty: not given
  std::string launcher;           ///< --launcher; empty: not given; default: choose_hosts()
  std::string transport = "tcp";  ///< --transport
  bool bind_to_cores = false;     ///< --bind core
  bool spin = false;              ///< --wait spin
  bool wait_given = false;

  /// Returns true if processes poll for messages.
  [[nodiscard]] bool polls() const { return spin || transport == "mpi"; }
};

inline constexpr std::string_view kHostsFileRole = "the hosts file";

/// --hosts alone.
Option hosts_option(HostOptions& given);

/// --hosts, --launcher, --transport, --bind, --wait.
std::vector<Option> all_host_options(HostOptions& given);

/// The error for options that exclude one another; "" if there is none. choose_hosts() checks the
/// rules that depend on hosts in the environment.
std::string contradiction_in(const HostOptions& given);

}  // namespace dps::commands
