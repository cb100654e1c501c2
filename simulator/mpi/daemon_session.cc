#include "simulator/mpi/daemon_session.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dps::simulator {
namespace {

namespace fs = std::filesystem;

/// The name of the job's folder, such as "jf.19274"; empty if the words do not contain the job.
/// Source: Open MPI 4.1, orte/util/name_fns.h (a family is the upper half of a job's number) and
/// orte/util/session_dir.c.
std::string family_of(const std::vector<std::string>& command) {
  const auto key = std::find(command.begin(), command.end(), "ess_base_jobid");
  if (key == command.end() || key + 1 == command.end()) {
    return {};
  }
  std::string_view value = *(key + 1);
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {  // quoted by srun
    value = value.substr(1, value.size() - 2);
  }
  std::uint32_t job = 0;
  const auto* const end = value.data() + value.size();
  return std::from_chars(value.data(), end, job).ptr == end ? fmt::format("jf.{}", job >> 16U)
                                                            : std::string();
}

/// Returns true for a folder of this user, but not for a link to a folder.
bool is_ours(const fs::path& folder) {
  struct stat found {};
  return lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == getuid();
}

}  // namespace

void remove_session(const fs::path& temporary, const std::string& host,
                    const std::vector<std::string>& command) {
  const std::string family = family_of(command);
  if (family.empty() || host.empty()) {
    return;
  }
  // The name without the domain, unless orte_keep_fqdn_hostnames is set or the name is an address.
  // Source: Open MPI 4.1, orte/util/proc_info.c.
  for (const std::string& name : {host, host.substr(0, host.find('.'))}) {
    const fs::path sessions = temporary / fmt::format("ompi.{}.{}", name, getuid());
    std::error_code ignored;
    if (is_ours(sessions) && is_ours(sessions / family)) {
      fs::remove_all(sessions / family, ignored);
      fs::remove(sessions, ignored);  // fails unless it is empty
    }
  }
}

}  // namespace dps::simulator
