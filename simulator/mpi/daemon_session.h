/// The files of a daemon of Open MPI (orted) that has been killed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dps::simulator {

/// Removes the session folder of the daemon's job, "ompi.node3.1000/jf.19274" in `temporary`, and
/// its parent if no other job uses it. `command`: the words that have started the daemon; `host`:
/// the result of gethostname() there. Hosts and users may share `temporary`: only this user's
/// folders of this host and job are removed; nothing if the job is not known.
void remove_session(const std::filesystem::path& temporary, const std::string& host,
                    const std::vector<std::string>& command);

}  // namespace dps::simulator
