/// The failure of a session, in the form that is printed and recorded.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/exit_status.h"
#include "coordinator/placement/placement.h"

namespace dps::coordinator {

/// The reason for which a session did not complete, and the exit status of dps.
struct Failure {
  ExitStatus status = ExitStatus::kFailed;
  /// One line: process and host, phase, cause and time ("'Worker.p[2]' on node3 was killed by
  /// signal 9 (SIGKILL) while running, in unit 'wait.fu', 1.2 s after the start").
  std::string reason;
  /// More lines: other causes; in a deadlock, every process that waits.
  std::vector<std::string> details;
  std::string next_step;  ///< advice for the user; may be empty
};

/// A failure without details.
Failure refusal(ExitStatus status, const std::string& reason);

/// The failure to place the processes, with the first line of the report as the reason.
Failure failure_of(const TerrainFailure& terrain);

/// The failure of a session that SIGINT, SIGTERM or SIGHUP stopped; the caller appends the time.
Failure stopped_by(int signal);
/// Returns the signal of such a failure, by its status; nullopt if no signal stopped the session.
std::optional<int> stop_signal_of(ExitStatus status);

}  // namespace dps::coordinator
