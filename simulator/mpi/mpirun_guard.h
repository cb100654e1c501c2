/// Stand between dps and mpirun, and between sshd and each of mpirun's daemons (orted), so that
/// none of them nor what they have started outlives dps, and nothing of theirs is left.
#pragma once

#include <string>
#include <vector>

namespace dps::simulator {

/// Runs the command with TMPDIR (`folder`), the settings ("NAME=VALUE") and a secret for the
/// meetings of the ranks in its environment, and returns its exit status. In a setting the secret
/// stands for "{secret}". When our parent is gone,
/// or asks by SIGTERM, the command is asked to end, then killed with every descendant. The folder
/// is removed last.
int guard_mpirun(const std::string& folder, const std::vector<std::string>& settings,
                 const std::vector<std::string>& command);

/// Runs the way to another host, an ssh that ends with us and we with whoever has started us, and
/// returns its exit status. `words`: any number of "--login HOST USER", then the command; where it
/// goes to such a host it is given "-l USER". A login that fails is told with the host as the user
/// calls it.
int run_way(const std::vector<std::string>& words);

/// Runs the daemon of another host, `command`, and returns its exit status when it and all that it
/// has started have ended. If it is killed, says so, and removes what it leaves: Open MPI's session
/// folder, and that of the ranks of the run with this secret. Two processes, each of which does so
/// when the other is killed.
int guard_daemon(const std::string& secret, const std::vector<std::string>& command);

}  // namespace dps::simulator
