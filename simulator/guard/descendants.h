/// The descendants of a process, also those whose parents have ended.
#pragma once

#include <vector>

#include <sys/types.h>

namespace dps::simulator {

/// The children of a process, their children and so on, in this order, from /proc.
std::vector<pid_t> descendants_of(pid_t ancestor);

/// Waits until the present descendants of this process have ended, at most `timeout_ms` in all.
/// None is reaped.
void await_descendants(int timeout_ms);

/// Kills and reaps every descendant of this process until none is left. This process must be a
/// subreaper (PR_SET_CHILD_SUBREAPER), so that orphans, daemons among them, become its children.
/// Gives up after 10 s on processes that SIGKILL does not end (blocked inside the kernel).
void end_descendants();

/// The state of a process as /proc/<pid>/stat has it ('R', 'S', 'T' …); 0 if it does not exist.
char state_of(pid_t pid);

}  // namespace dps::simulator
