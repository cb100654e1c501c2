/// Stands between dps and mpirun, so that neither mpirun nor what it has started outlives dps.
#pragma once

#include <string>
#include <vector>

namespace dps::simulator {

/// Runs the command with TMPDIR (`folder`), the settings ("NAME=VALUE") and a secret for the
/// meetings of the ranks in its environment, and returns its exit status. When our parent is gone,
/// or asks by SIGTERM, the command is asked to end, then killed with every descendant. The folder
/// is removed last.
int guard_mpirun(const std::string& folder, const std::vector<std::string>& settings,
                 const std::vector<std::string>& command);

}  // namespace dps::simulator
