/// Supervision of one child process and of everything that it starts.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <poll.h>
#include <sys/types.h>

#include "base/result.h"

namespace dps::simulator {

/// The time that a child has to end by itself before it is killed.
struct GracePeriod {
  int milliseconds;
  int request = 0;  ///< the signal that asks it to end; 0: it notices the reason itself
};

/// Waits until the child has ended, without reaping it. When one of `until` is ready, the grace
/// period begins; after it the child is killed.
void await_child(pid_t child, std::vector<pollfd> until, const GracePeriod& grace);

/// The wait status of a child that has ended, which stays a zombie; nothing if it still runs.
std::optional<int> status_of_zombie(pid_t child);

/// How a child is started, and what ends it.
struct Supervision {
  std::function<int()> child;      ///< runs in the child and returns its exit status
  std::vector<pollfd> until = {};  ///< the child must end when one of these is ready
  GracePeriod grace{0};
  bool leads_group = false;  ///< the child leads a process group of its own
  /// Called in this process after the fork.
  std::function<void(pid_t child)> started = nullptr;
  /// Called in this process when the child is a zombie: its pid is still its own, and its
  /// descendants are not ended yet.
  std::function<void(int wait_status)> ended = nullptr;
};

/// Runs the child to its end, then kills and reaps every descendant of this process, which becomes
/// a subreaper. Returns the wait status of the child. The child leaves by exit(), not by returning.
/// Errors (kSystem): fork() fails.
Result<int> supervise(const Supervision& task);

}  // namespace dps::simulator
