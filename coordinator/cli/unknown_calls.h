/// What a program would call or execute and this machine does not have.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "blueprint/program.h"

namespace dps::coordinator {

/// A warning for every C line that names a function which is not built in, or a program that is not
/// found from `folder` (the blueprint's) or PATH; in the order of the lines. Executes nothing.
std::vector<Diagnostic> find_unknown_calls(const blueprint::Program& program,
                                           const std::string& folder);

}  // namespace dps::coordinator
