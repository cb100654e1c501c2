/// Starts a launcher's child: an agent, or a program that connects to agents.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "coordinator/launch/launcher.h"

namespace dps::coordinator {

/// The end of a child if dps itself is killed.
enum class ChildFate : std::uint8_t {
  kEndsItself,   ///< an agent, which ends its simulators at the end of its input, and then itself
  kEndsWithDps,  ///< a program that only connects to agents (ssh): the kernel sends it SIGTERM
};

/// Starts `words` with three pipes, in a session of its own, with default signal actions and no
/// signal blocked. Errors (kSystem) name the program.
Result<LaunchedAgent> start_child(const std::vector<std::string>& words,
                                  ChildFate fate = ChildFate::kEndsItself);

/// Returns `given`; if it is empty, the path of the simulator beside our own executable. `variant`
/// names the build for a message-passing library: "-mpi", "-pvm".
Result<std::string> simulator_program(const std::string& given, std::string_view variant = "");

}  // namespace dps::coordinator
