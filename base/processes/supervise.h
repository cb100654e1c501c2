/// Guards: processes that run a child to its end and leave none of its descendants behind.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <vector>

#include <poll.h>
#include <sys/types.h>

#include "base/descriptor.h"
#include "base/result.h"

namespace dps {

/// The time for a child to end by itself before it is killed.
struct GracePeriod {
  int milliseconds;
  int request = 0;  ///< signal that requests the end; 0: the child notices the reason itself
};

/// Waits until the child has ended, without reaping it. When one of `until` is ready, the grace
/// period begins; after it the child is killed.
void await_child(pid_t child, std::vector<pollfd> until, const GracePeriod& grace);

/// The wait status of a child that has ended, without reaping it; nullopt if it still runs.
std::optional<int> status_of_zombie(pid_t child);

/// The start of a child, and the events that end it.
struct Supervision {
  std::function<int()> child;      ///< runs in the child and returns its exit status
  std::vector<pollfd> until = {};  ///< the child is ended when one of these is ready
  GracePeriod grace{0};
  bool leads_group = false;  ///< the child leads a process group of its own
  /// Called in this process after the fork.
  std::function<void(pid_t child)> started = nullptr;
  /// Called in this process when the child is a zombie, so that its pid cannot have been reused,
  /// and before its descendants are killed.
  std::function<void(int wait_status)> ended = nullptr;
};

/// Runs the child to its end, then kills and reaps every descendant of this process, which becomes
/// a subreaper. Returns the wait status of the child, which ends by exit() and never returns from
/// here. Errors (kSystem): fork() fails.
Result<int> supervise(const Supervision& task);

// The signals that request a guard to end.

/// Returns a descriptor that becomes readable when one of the signals arrives. From now on they
/// have no other effect, neither here nor in later children, until restore_signals()
/// (new_process.h).
Descriptor watch_signals(std::initializer_list<int> signals);

/// Ignores SIGTERM, SIGINT, SIGHUP and SIGPIPE. For guards, which end only after their child.
void ignore_ending_signals();

}  // namespace dps
