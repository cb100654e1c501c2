/// What a daemon of Open MPI (orted) leaves in the temporary folder of its host when it is killed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dps::simulator {

/// Removes the session folder of the job that the daemon belongs to, "ompi.node3.1000/jf.19274" in
/// `temporary`, and the folder in which it lies when no other job uses that. `command` are the
/// words that started the daemon, `host` what gethostname() says there. Hosts may share
/// `temporary`, and so may users: nothing is removed but folders of ours that bear the names of
/// this host and job; if they cannot be told, nothing.
void remove_session(const std::filesystem::path& temporary, const std::string& host,
                    const std::vector<std::string>& command);

}  // namespace dps::simulator
