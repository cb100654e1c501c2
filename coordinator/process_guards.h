/// Settings of the dps process while it has agents.
#pragma once

#include <csignal>

#include <sys/prctl.h>

namespace dps::coordinator {

/// Ignores SIGPIPE while it exists: an agent that has ended is an error of write(2).
class IgnoreSigpipe {
 public:
  IgnoreSigpipe() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  IgnoreSigpipe(const IgnoreSigpipe&) = delete;
  IgnoreSigpipe& operator=(const IgnoreSigpipe&) = delete;
  ~IgnoreSigpipe() { std::signal(SIGPIPE, before_ == SIG_ERR ? SIG_DFL : before_); }

 private:
  void (*before_)(int);
};

/// Prevents core dumps while it exists: the process holds the secret of the run
/// (docs/reliability.md, S7).
class NoCoreDump {
 public:
  NoCoreDump() : before_(prctl(PR_GET_DUMPABLE)) { prctl(PR_SET_DUMPABLE, 0); }
  NoCoreDump(const NoCoreDump&) = delete;
  NoCoreDump& operator=(const NoCoreDump&) = delete;
  ~NoCoreDump() {
    if (before_ == 1) {
      prctl(PR_SET_DUMPABLE, 1);
    }
  }

 private:
  int before_;
};

}  // namespace dps::coordinator
