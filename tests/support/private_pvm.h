/// A PVM of its own for a test or a benchmark.
#pragma once

#include <sys/types.h>

#include "tests/support/scratch_folder.h"

namespace dps::support {

/// A PVM daemon on this machine with a private folder and name; this process's environment leads to
/// it while it lives. PVM refuses root without PVM_ALLOW_ROOT, so that is set. Where the daemon
/// does not start, this program ends with what is wrong on stderr.
class PrivatePvm {
 public:
  PrivatePvm();
  ~PrivatePvm();
  PrivatePvm(const PrivatePvm&) = delete;
  PrivatePvm& operator=(const PrivatePvm&) = delete;

  void kill_daemon();

 private:
  ScratchFolder folder_;
  pid_t daemon_ = -1;
};

}  // namespace dps::support
