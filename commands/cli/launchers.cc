#include "commands/cli/launchers.h"

#include "coordinator/launch/local_launcher.h"
#include "coordinator/launch/mpi_launcher.h"
#include "coordinator/launch/pvm_launcher.h"
#include "coordinator/launch/ssh_launcher.h"

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
  if (name == "pvm") {
    return std::make_unique<PvmLauncher>();
  }
  return failure(ErrorCode::kInput,
                 "--launcher: expected local, ssh, mpi or pvm, got '" + name + "'");
}

}  // namespace dps::coordinator
