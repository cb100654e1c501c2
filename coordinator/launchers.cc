#include "coordinator/launchers.h"

#include "coordinator/local_launcher.h"
#include "coordinator/ssh_launcher.h"

namespace dps::coordinator {

Result<std::unique_ptr<Launcher>> make_launcher(const std::string& name) {
  if (name == "local") {
    return std::make_unique<LocalLauncher>();
  }
  if (name == "ssh") {
    return std::make_unique<SshLauncher>();
  }
  return failure(ErrorCode::kInput,
                 "--launcher: this build has local and ssh only, got '" + name + "'");
}

}  // namespace dps::coordinator
