/// The exit statuses of `dps` (contract: docs/dps.1, "EXIT STATUS").
#pragma once

namespace dps {

enum class ExitStatus : int {
  kDone = 0,
  kFailed = 1,        ///< a process died, a host was lost, a launch failed; results differ
  kInputWrong = 2,    ///< usage, blueprint, machine or hosts file
  kNoAssignment = 3,  ///< no assignment satisfies the terrain
  kDeadlock = 4,
  kTimeout = 5,
  kIncomplete = 6,  ///< done, but records or output are incomplete
  kUnreliable = 7,  ///< done, but the measurements are not accurate enough to be relied on
  kHangup = 129,
  kInterrupted = 130,
  kTerminated = 143,
};

/// The status of two steps: that of the first one that was not done.
constexpr ExitStatus first_failure(ExitStatus first, ExitStatus second) {
  return first == ExitStatus::kDone ? second : first;
}

}  // namespace dps
