#include "base/processes/signal_descriptor.h"

#include <unistd.h>

namespace dps {

SignalDescriptor::SignalDescriptor() {
  sigset_t wanted;
  sigemptyset(&wanted);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now {};
    ::sigaction(signal, nullptr, &now);
    if (now.sa_handler != SIG_IGN) {
      sigaddset(&wanted, signal);
    }
  }
  ::sigprocmask(SIG_BLOCK, &wanted, &before_);
  descriptor_ = Descriptor(::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
}

SignalDescriptor::~SignalDescriptor() {
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

std::optional<signalfd_siginfo> SignalDescriptor::take() const {
  signalfd_siginfo one{};
  const bool came = ::read(descriptor_.get(), &one, sizeof(one)) == sizeof(one);
  return came ? std::optional(one) : std::nullopt;
}

}  // namespace dps
