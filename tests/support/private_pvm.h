/// A private PVM for a test or a benchmark.
#pragma once

#include <sys/types.h>

#include "tests/support/scratch_folder.h"

namespace dps::support {

/// A PVM daemon on this machine with its own folder and name. While the object exists, the
/// environment of this process refers to it. Sets PVM_ALLOW_ROOT, without which PVM refuses root.
/// If the daemon does not start, prints the reason and ends this program.
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
