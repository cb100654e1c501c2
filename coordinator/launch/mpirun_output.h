/// The output of mpirun, and of the ssh below it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/launch/trunk_exit.h"

namespace dps::coordinator {

/// The reason for which mpirun has ended.
struct MpirunFailure {
  std::string text;                   ///< short; empty if the reason is unknown
  std::optional<std::uint32_t> host;  ///< the host that caused the end, if it is known
  std::string next_step;              ///< for that host; may be empty
};

/// Reads the reports of our guards and the output of foreign programs, without Open MPI's frames
/// and advice. `hosts`: the names of the run's hosts.
MpirunFailure explain_mpirun(const TrunkExit& exit, const std::vector<std::string>& hosts);

/// True if mpirun has lost a daemon. It should end then, but sometimes it does not.
bool has_lost_daemon(const TrunkExit& exit);

}  // namespace dps::coordinator
