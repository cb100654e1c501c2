#include "base/process_end.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace dps {

Descriptor watch_end(pid_t process) {
  // By syscall(), since glibc 2.36 declares the wrapper pidfd_open without C linkage.
  return Descriptor(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
}

bool has_ended(const Descriptor& end, int timeout_ms) {
  pollfd watched{end.get(), POLLIN, 0};
  return !end.is_open() || poll(&watched, 1, timeout_ms) == 1;
}

}  // namespace dps
