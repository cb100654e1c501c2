/// A PVM of its own for a benchmark.
#pragma once

#include <string>

#include <sys/types.h>

namespace dps::bench {

/// A daemon with a private folder and name on this machine, while this lives; the environment leads
/// to it. Where it does not start this program ends: root has to set PVM_ALLOW_ROOT.
class PrivatePvm {
 public:
  PrivatePvm();
  ~PrivatePvm();
  PrivatePvm(const PrivatePvm&) = delete;
  PrivatePvm& operator=(const PrivatePvm&) = delete;

 private:
  std::string folder_;
  pid_t daemon_ = -1;
};

}  // namespace dps::bench
