/// --launcher: the launcher of that name.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "coordinator/launcher.h"

namespace dps::coordinator {

/// Errors (kInput): one that this build does not have.
Result<std::unique_ptr<Launcher>> make_launcher(const std::string& name);

}  // namespace dps::coordinator
