/// Signals that stop a command, as a descriptor for poll().
#pragma once

#include <csignal>
#include <optional>

#include <sys/signalfd.h>

#include "base/descriptor.h"

namespace dps {

/// SIGINT, SIGTERM and SIGHUP as a descriptor, while it exists. Ignored ones (nohup) remain so.
class SignalDescriptor {
 public:
  SignalDescriptor();
  ~SignalDescriptor();
  SignalDescriptor(const SignalDescriptor&) = delete;
  SignalDescriptor& operator=(const SignalDescriptor&) = delete;

  [[nodiscard]] int get() const { return descriptor_.get(); }
  /// The next signal; does not wait.
  [[nodiscard]] std::optional<signalfd_siginfo> take() const;

 private:
  Descriptor descriptor_;
  sigset_t before_{};
};

}  // namespace dps
