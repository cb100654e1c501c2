/// Where the processes of a program run: the hosts of a run, and which host serves which process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"

namespace dps::coordinator {

/// A host of the run, as the user or the terrain knows it; what its agent tells comes with HELLO.
struct Host {
  std::string name;                   ///< how messages and the profile call it
  std::string address = "127.0.0.1";  ///< where its simulators listen for one another
  std::uint64_t speed = 1000;
  std::vector<std::string> htags;  ///< the logical hosts that it stands for
};

struct Placement {
  std::vector<Host> hosts;
  std::vector<std::uint32_t> host_of;  ///< by process: position in hosts

  [[nodiscard]] const Host& host(ProcessId process) const { return hosts[host_of[index(process)]]; }
  [[nodiscard]] std::vector<ProcessId> processes_of(std::uint32_t host) const;
};

/// Everything on this machine, whatever the terrain says.
Placement on_this_machine(const blueprint::Program& program);

}  // namespace dps::coordinator
