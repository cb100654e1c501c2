/// The virtual machine of PVM: its hosts, adding hosts, starting tasks on them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace dps::simulator {

/// A host of the virtual machine.
struct PvmHost {
  std::string name;
  std::string arch;
  int speed = 1000;
  int tid = 0;  ///< the tid of its daemon
};

/// Returns all hosts of the virtual machine, of which this process is a task.
Result<std::vector<PvmHost>> pvm_hosts();

/// Returns the host on which this process runs.
std::optional<PvmHost> pvm_host_here(const std::vector<PvmHost>& hosts);

/// Returns the host whose name equals `name` or has the same first label, or the host of this
/// process if `name` refers to this machine.
std::optional<PvmHost> find_pvm_host(const std::vector<PvmHost>& hosts, const std::string& name);

/// Adds hosts, each given by a line of a PVM hostfile. Returns a text per host: the reason for
/// which it could not be added, or an empty text.
std::vector<std::string> add_pvm_hosts(const std::vector<std::string>& lines);

/// Starts the program on the host or, if there is none at this path, the program of this name in
/// PVM's search path. Returns its tid.
Result<int> spawn_on(const PvmHost& host, const std::string& program,
                     const std::vector<std::string>& arguments);

/// The address of this machine on the route to the host, such as "10.0.0.1"; empty if there is
/// none.
std::string own_address_towards(const std::string& name);

}  // namespace dps::simulator
