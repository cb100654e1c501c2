#include "coordinator/agents/failure.h"

#include <csignal>
#include <sstream>

#include "coordinator/launch/child_words.h"

namespace dps::coordinator {

Failure refusal(ExitStatus status, const std::string& reason) {
  return {status, reason, {}, {}};
}

Failure failure_of(const TerrainFailure& terrain) {
  Failure failure;
  failure.status = ExitStatus::kNoAssignment;
  std::istringstream lines(terrain.report);
  std::getline(lines, failure.reason);
  for (std::string line; std::getline(lines, line);) {
    failure.details.push_back(line);
  }
  return failure;
}

Failure stopped_by(int signal) {
  const ExitStatus status = signal == SIGINT   ? ExitStatus::kInterrupted
                            : signal == SIGHUP ? ExitStatus::kHangup
                                               : ExitStatus::kTerminated;
  return {status, "stopped by " + signal_text(signal), {}, {}};
}

std::optional<int> stop_signal_of(ExitStatus status) {
  switch (status) {
    case ExitStatus::kInterrupted:
      return SIGINT;
    case ExitStatus::kTerminated:
      return SIGTERM;
    case ExitStatus::kHangup:
      return SIGHUP;
    default:
      return std::nullopt;
  }
}

}  // namespace dps::coordinator
