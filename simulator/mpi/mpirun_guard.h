/// Guards of mpirun, of Open MPI's daemons on other hosts (orted) and of the logins that start
/// them: none of them, nor any of their descendants or files, outlives dps. They report the end of
/// what they guard by LostProcess lines on standard error (control/launch_reports.h).
#pragma once

#include <string>
#include <vector>

namespace dps::simulator {

/// Runs mpirun, `command`, with TMPDIR (`folder`), the settings ("NAME=VALUE") and a secret for the
/// meetings of the ranks in its environment, and returns its exit status. In a setting "{secret}"
/// is replaced by the secret. When our parent has ended or sends SIGTERM, mpirun gets SIGTERM and
/// is killed later, with every descendant. Removes the folder.
int guard_mpirun(const std::string& folder, const std::vector<std::string>& settings,
                 const std::vector<std::string>& command);

/// Runs ssh to another host and returns its exit status; ssh ends with this process, and this
/// process with its parent. `words`: any number of "--login HOST USER", then the command, which
/// gets "-l USER" if its host is listed. Reports a login that fails, with the host's name as the
/// user has written it.
int run_ssh(const std::vector<std::string>& words);

/// Runs the daemon of another host, `command`, until it and all of its descendants have ended, and
/// returns its exit status. Reports a daemon that is killed, and removes its files: Open MPI's
/// session folder, and the scratch folder of the ranks (`secret`). Consists of two processes: when
/// one is killed, the other one does all this.
int guard_orted(const std::string& secret, const std::vector<std::string>& command);

}  // namespace dps::simulator
