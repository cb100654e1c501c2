/// The files of a daemon of Open MPI (orted) that was killed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dps::simulator {

/// Removes the session folder of the daemon's job, such as "ompi.node3.1000/jf.19274" in
/// `temporary`, and its parent if no other job uses it. `command` is the command line of the
/// daemon, and `host` the result of gethostname() on its host. Since hosts and users may share
/// `temporary`, only folders of this user, host and job are removed, and none if `command` does not
/// contain the job.
void remove_session(const std::filesystem::path& temporary, const std::string& host,
                    const std::vector<std::string>& command);

}  // namespace dps::simulator
