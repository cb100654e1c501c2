#include "coordinator/launch/local_launcher.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace dps::coordinator {

Result<LaunchedAgent> LocalLauncher::start(const Host& /*host*/) {
  const auto program = simulator_program(program_);
  if (!program) {
    return tl::unexpected(program.error());
  }
  if (access(program->c_str(), X_OK) != 0) {
    return failure(ErrorCode::kSystem,
                   "cannot execute the simulator '" + *program + "': " + std::strerror(errno) +
                       "; it must be in the folder of dps: build or install both together");
  }
  return start_child({*program, "--agent"});
}

}  // namespace dps::coordinator
