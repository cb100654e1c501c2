#include "simulator/guard/signals.h"

#include <csignal>

#include <sys/signalfd.h>

namespace dps::simulator {

Descriptor watch_signals(std::initializer_list<int> signals) {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int signal : signals) {
    sigaddset(&watched, signal);
  }
  sigprocmask(SIG_BLOCK, &watched, nullptr);
  return Descriptor(signalfd(-1, &watched, SFD_CLOEXEC));
}

void ignore_ending_signals() {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) {
    std::signal(signal, SIG_IGN);
  }
}

}  // namespace dps::simulator
