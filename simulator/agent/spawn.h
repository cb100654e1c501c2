/// Starts the simulator of one process: executes this program again, with its descriptors at fixed
/// numbers.
#pragma once

#include <functional>
#include <string>

#include <sys/types.h>

#include "base/result.h"

namespace dps::simulator {

/// The numbers of a simulator's descriptors (docs/protocol.md, "Inside a host").
inline constexpr int kFramesDescriptor = 3;
inline constexpr int kRecordDescriptor = 4;

/// The simulator's descriptors, which connect it to its agent.
struct SimulatorEnds {
  int frames = -1;  ///< socket
  int record = -1;  ///< memfd of the record page
  int output = -1;  ///< pipe: standard output and error
};

/// Starts the simulator of the process `name` and returns its pid: start_simulator(), or a function
/// that passes the descriptors to a waiting rank of MPI. The caller closes its copies.
using StartSimulator =
    std::function<Result<pid_t>(const std::string& name, const SimulatorEnds& ends)>;

/// Forks and executes. The child leads a process group of its own and is killed when this process
/// ends. Errors (kSystem, kLimit): fork() fails.
Result<pid_t> start_simulator(const std::string& name, const SimulatorEnds& ends);

/// Raises the soft limit of open files to the hard limit, and returns it.
std::uint64_t raise_descriptor_limit();

}  // namespace dps::simulator
