/// Finds functions and programs that a blueprint uses and this machine does not have.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "blueprint/program.h"
#include "userfuncs/functions.h"

namespace dps::commands {

/// A warning for every C line whose function is not among `functions`, or whose program is not
/// found from `folder` (the blueprint's) or in PATH; in line order. Executes nothing.
std::vector<Diagnostic> find_unknown_calls(const blueprint::Program& program,
                                           const std::string& folder,
                                           const userfuncs::Functions& functions);

}  // namespace dps::commands
