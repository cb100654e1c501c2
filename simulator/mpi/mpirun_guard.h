/// Guards of mpirun, of Open MPI's daemons on other hosts (orted) and of the logins that start
/// them. None of these processes, nor their descendants or files, remain after the end of dps. A
/// guard reports the end of its process by a LostProcess line on standard error
/// (transport/control/launch_reports.h).
#pragma once

#include <string>
#include <vector>

namespace dps::simulator {

/// Runs mpirun (`command`) and returns its exit status. Its environment contains TMPDIR (`folder`),
/// the settings ("NAME=VALUE"), and a secret for the connections of ranks to agents; "{secret}" in
/// a setting is replaced by it. When our parent has ended or sends SIGTERM, mpirun gets SIGTERM,
/// and is killed later with all descendants. Removes the folder.
int guard_mpirun(const std::string& folder, const std::vector<std::string>& settings,
                 const std::vector<std::string>& command);

/// Runs ssh to another host and returns its exit status. ssh ends with this process, and this
/// process with its parent. `words` contains any number of "--login HOST USER", then the command,
/// to which "-l USER" is added if its host is listed. Reports a failed login with the name of the
/// host that the user has given.
int run_ssh(const std::vector<std::string>& words);

/// Runs the daemon on another host (`command`) until it and all its descendants have ended, and
/// returns its exit status. If the daemon is killed, reports it, and removes its files: Open MPI's
/// session folder, and the scratch folder of the ranks (`secret`). Consists of two processes,
/// either of which is sufficient if the other one is killed.
int guard_orted(const std::string& secret, const std::vector<std::string>& command);

}  // namespace dps::simulator
