/// Runs dps as a user does: the program DPS_PROGRAM, from the same build as the test.
#pragma once

#include <string>

#include "tests/support/run_shell.h"

namespace dps::support {

/// Runs dps with the arguments, which a shell parses.
inline Finished run_dps(const std::string& arguments) {
  return run_shell(std::string("'") + DPS_PROGRAM + "' " + arguments);
}

}  // namespace dps::support
