#include "coordinator/local_launcher.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace dps::coordinator {

Result<LaunchedAgent> LocalLauncher::start(const Host& /*host*/) {
  std::string program = program_;
  if (program.empty()) {
    auto found = simulator_beside_ourselves();
    if (!found) {
      return tl::unexpected(found.error());
    }
    program = *found;
  }
  if (access(program.c_str(), X_OK) != 0) {
    return failure(ErrorCode::kSystem,
                   "cannot execute the simulator '" + program + "': " + std::strerror(errno) +
                       "; it belongs beside dps, so build or install both together");
  }
  return start_child({program, "--agent"});
}

}  // namespace dps::coordinator
