/// --launcher: the launcher of that name.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "coordinator/launch/launcher.h"

namespace dps::coordinator {

/// `bind_to_cores` is for mpirun. Errors (kInput): one that this build does not have.
Result<std::unique_ptr<Launcher>> make_launcher(const std::string& name, bool bind_to_cores);

}  // namespace dps::coordinator
