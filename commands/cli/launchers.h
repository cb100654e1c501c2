/// Makes the launcher that --launcher names.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "coordinator/launch/launcher.h"

namespace dps::commands {

/// `bind_to_cores` is passed to mpirun. Errors (kInput): the name is unknown.
Result<std::unique_ptr<coordinator::Launcher>> make_launcher(const std::string& name,
                                                             bool bind_to_cores);

}  // namespace dps::commands
