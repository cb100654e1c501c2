#include "coordinator/launchers.h"

#include "coordinator/local_launcher.h"
#include "coordinator/mpi_launcher.h"
#include "coordinator/ssh_launcher.h"

namespace dps::coordinator {

Result<std::unique_ptr<Launcher>> make_launcher(const std::string& name, bool bind_to_cores) {
  if (name == "local") {
    return std::make_unique<LocalLauncher>();
  }
  if (name == "ssh") {
    return std::make_unique<SshLauncher>();
  }
  if (name == "mpi") {
    return std::make_unique<MpiLauncher>(MpiLaunch{.bind_to_cores = bind_to_cores, .program = {}});
  }
  return failure(ErrorCode::kInput,
                 "--launcher: this build has local, ssh and mpi only, got '" + name + "'");
}

}  // namespace dps::coordinator
