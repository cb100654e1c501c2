#include "commands/cli/launchers.h"

#include "coordinator/launch/local_launcher.h"
#include "coordinator/launch/mpi_launcher.h"
#include "coordinator/launch/pvm_launcher.h"
#include "coordinator/launch/ssh_launcher.h"

namespace dps::commands {

Result<std::unique_ptr<coordinator::Launcher>> make_launcher(const std::string& name,
                                                             bool bind_to_cores) {
  if (name == "local") {
    return std::make_unique<coordinator::LocalLauncher>();
  }
  if (name == "ssh") {
    return std::make_unique<coordinator::SshLauncher>();
  }
  if (name == "mpi") {
    return std::make_unique<coordinator::MpiLauncher>(
        coordinator::MpiLaunch{.bind_to_cores = bind_to_cores, .program = {}});
  }
  if (name == "pvm") {
    return std::make_unique<coordinator::PvmLauncher>();
  }
  return failure(ErrorCode::kInput,
                 "--launcher: expected local, ssh, mpi or pvm, got '" + name + "'");
}

}  // namespace dps::commands
