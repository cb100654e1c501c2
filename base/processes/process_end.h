/// The ends of other processes: waiting for one of them, and ending all descendants of this one.
#pragma once

#include <vector>

#include <sys/types.h>

#include "base/descriptor.h"

namespace dps {

/// Returns a descriptor (pidfd) that becomes readable when the process has ended, also as a zombie.
/// Safe against reuse of the pid. Not open, with errno set, if there is no such process or no
/// descriptor left.
Descriptor watch_end(pid_t process);

/// Waits until the process has ended, up to `timeout_ms` (-1: forever) or until a signal comes.
/// Returns true if it has ended, or if watch_end() did not find it.
bool has_ended(const Descriptor& end, int timeout_ms = 0);

/// The children of a process, then their children, and so on, as listed in /proc.
std::vector<pid_t> descendants_of(pid_t ancestor);

/// Waits until the current descendants of this process have ended, up to `timeout_ms`. Does not
/// reap them.
void await_descendants(int timeout_ms);

/// Kills and reaps the descendants of this process until none is left. This process must be a
/// subreaper (PR_SET_CHILD_SUBREAPER), so that orphans, such as daemons, become its children.
/// Returns after 10 s if SIGKILL has not ended all of them, since they are blocked inside the
/// kernel.
void end_descendants();

/// The state of a process as in /proc/<pid>/stat: 'R', 'S', 'T' … 0 if it does not exist.
char state_of(pid_t pid);

}  // namespace dps
