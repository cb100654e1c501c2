/// A private PVM for a test or a benchmark.
#pragma once

#include <sys/types.h>

#include "tests/support/scratch_folder.h"

namespace dps::support {

/// A PVM daemon on this machine with its own folder and name, which this process's environment
/// refers to during the object's life. Sets PVM_ALLOW_ROOT, without which PVM refuses root. If the
/// daemon does not start, this program prints the reason and exits.
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
