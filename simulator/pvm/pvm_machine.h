/// The virtual machine as the bridge sees it: its hosts, adding to them, agents on them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace dps::simulator {

struct PvmHost {
  std::string name;
  std::string arch;
  int speed = 1000;
  int tid = 0;  ///< of its daemon
};

/// All hosts of the virtual machine. This process is a task of it.
Result<std::vector<PvmHost>> pvm_hosts();

/// The one that this process runs on.
std::optional<PvmHost> pvm_host_here(const std::vector<PvmHost>& hosts);

/// The host that a user means by this name: as PVM has it, or the same first label, or this one.
std::optional<PvmHost> find_pvm_host(const std::vector<PvmHost>& hosts, const std::string& name);

/// Adds hosts, each a line of a PVM hostfile. By host: empty, or why it could not be added.
std::vector<std::string> add_pvm_hosts(const std::vector<std::string>& lines);

/// Starts the program there, or (if the host has none at this path) the one of that name in PVM's
/// own path. Returns its tid.
Result<int> spawn_on(const PvmHost& host, const std::string& program,
                     const std::vector<std::string>& arguments);

/// The name stands for an address of this machine.
bool is_this_machine(const std::string& name);
/// The address of this machine from which that host is reached, in figures; empty: there is none.
std::string own_address_towards(const std::string& name);

}  // namespace dps::simulator
