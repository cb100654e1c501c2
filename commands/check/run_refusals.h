/// The reasons, known without the hosts, for which `dps run` does not start a program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "blueprint/program.h"
#include "coordinator/placement/placement.h"

namespace dps::commands {

/// One line for each limit that the program exceeds (coordinator/session/limits.h). `placement` is
/// complete; the memory of a host is checked if it is known or, if `is_local`, on this machine.
std::vector<std::string> run_refusals(const blueprint::Program& program,
                                      const coordinator::Placement& placement,
                                      std::uint64_t max_message, bool is_local);

}  // namespace dps::commands
