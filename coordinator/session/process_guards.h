/// What our process is spared while it has agents.
#pragma once

#include <csignal>

#include <sys/prctl.h>

namespace dps::coordinator {

/// Ignores SIGPIPE while it lives: an agent that goes away is an end of file.
class PipesMayBreak {
 public:
  PipesMayBreak() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  PipesMayBreak(const PipesMayBreak&) = delete;
  PipesMayBreak& operator=(const PipesMayBreak&) = delete;
  ~PipesMayBreak() { std::signal(SIGPIPE, before_ == SIG_ERR ? SIG_DFL : before_); }

 private:
  void (*before_)(int);
};

/// No core dump while it lives: we hold the secret of the run (docs/reliability.md, S7).
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
