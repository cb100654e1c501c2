/// Starting a launcher's child: the process that is, or leads to, an agent.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "coordinator/launch/launcher.h"

namespace dps::coordinator {

/// What becomes of a child when dps itself is killed.
enum class ChildFate : std::uint8_t {
  kEndsItself,   ///< an agent: it reads the end of its input, and has others to end first
  kEndsWithDps,  ///< a mere way to agents: SIGTERM at once, whatever it waits for
};

/// Starts `words` with three pipes, in a session of its own. The child has the default signal
/// dispositions and none blocked. Errors (kSystem) name the program.
Result<LaunchedAgent> start_child(const std::vector<std::string>& words,
                                  ChildFate fate = ChildFate::kEndsItself);

/// `given`; where that is empty, the simulator beside our own executable, of a build of its own for
/// a message-passing library: `variant` "-mpi".
Result<std::string> simulator_program(const std::string& given, std::string_view variant = "");

}  // namespace dps::coordinator
