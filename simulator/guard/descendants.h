/// Ending everything that a process has started, whatever became of it in between.
#pragma once

#include <vector>

#include <poll.h>
#include <sys/types.h>

namespace dps::simulator {

/// Children, their children and so on, from /proc; empty if there are none.
std::vector<pid_t> descendants_of(pid_t ancestor);

/// What a child is granted when it is to end: it may be asked by a signal (0: it knows by itself).
struct Farewell {
  int patience_ms;
  int request = 0;
};

/// Waits until the child has ended; it is not reaped. Once one of `others` has come true (for
/// poll(): a descriptor and what of it), the child is asked to end, and killed if it takes longer.
void await_child(pid_t child, std::vector<pollfd> others, const Farewell& farewell);

/// Waits until all that there are now have ended, at most so long. None is reaped.
void await_descendants(int patience_ms);

/// Kills and reaps every descendant of this process until none is left. This process must be a
/// subreaper (PR_SET_CHILD_SUBREAPER), so that those whose parents die come to it, daemons too.
/// Gives up after 10 s on what not even SIGKILL ends (stuck inside the kernel).
void end_descendants();

/// The letter that /proc/<pid>/stat gives for its state ('R', 'S', 'T' …); 0 if it is gone.
char state_of(pid_t pid);

}  // namespace dps::simulator
