/// The end of the child of a trunk, and its meaning for each host.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "control/launch_reports.h"

namespace dps::coordinator {

/// How the child of a trunk has ended.
struct TrunkExit {
  std::string errors = {};                      ///< the newest 16 KiB of its standard error
  std::vector<control::LostProcess> lost = {};  ///< what has been reported there
  std::optional<int> wait_status = {};  ///< nothing: it has closed its output, but still runs
  std::string violation = {};           ///< why its output is no trunk; usually empty
};

/// Why a host has no agent any more.
struct Diagnosis {
  std::string reason;
  std::string next_step;  ///< may be empty
};

/// The reason that applies to every host: reports, the child's own words, or its wait status.
std::string describe_exit(const TrunkExit& exit);

}  // namespace dps::coordinator
