/// The end of the child of a trunk, and the diagnosis for each host.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "transport/control/launch_reports.h"

namespace dps::coordinator {

/// The end of the child of a trunk.
struct TrunkExit {
  std::string errors = {};                      ///< the last 16 KiB of its standard error
  std::vector<control::LostProcess> lost = {};  ///< the reports in its standard error
  std::optional<int> wait_status = {};  ///< nullopt: it has closed its output, but still runs
  std::string violation = {};           ///< violation of the protocol in its output; usually empty
};

/// The reason for which a host has lost its agent.
struct Diagnosis {
  std::string reason;
  std::string next_step;  ///< may be empty
};

/// The reason that applies to every host: reports, the child's own words, or its wait status.
std::string describe_exit(const TrunkExit& exit);

}  // namespace dps::coordinator
