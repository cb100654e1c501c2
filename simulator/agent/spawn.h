/// Starts the simulator of one process: this same program anew, with what it needs at fixed
/// numbers.
#pragma once

#include <functional>
#include <string>

#include <sys/types.h>

#include "base/result.h"

namespace dps::simulator {

/// Where a simulator finds what its agent gives it (docs/protocol.md, "Inside a host").
inline constexpr int kFramesDescriptor = 3;
inline constexpr int kRecordDescriptor = 4;

struct SimulatorEnds {
  int frames = -1;
  int record = -1;
  int output = -1;
};

/// How an agent starts the simulator of a process, of that name: start_simulator(), or by waking a
/// process that stands ready (a rank of MPI). The ends stay the caller's.
using StartSimulator =
    std::function<Result<pid_t>(const std::string& name, const SimulatorEnds& ends)>;

/// Forks and executes. The ends stay the caller's. The child leads a process group of its own and
/// is killed when this process ends. Errors (kSystem, kLimit): the kernel has no process to give.
Result<pid_t> start_simulator(const std::string& name, const SimulatorEnds& ends);

/// Raises the soft limit of open files to the hard one. The limit then.
std::uint64_t raise_descriptor_limit();

}  // namespace dps::simulator
