/// The signals of dps while it has agents: requests to stop, SIGPIPE, and core dumps.
#pragma once

#include <csignal>
#include <functional>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <sys/prctl.h>

namespace dps::coordinator {

/// Handles SIGINT, SIGTERM and SIGHUP while it exists. A signal that is ignored at its construction
/// (nohup) remains ignored.
class StopSignals {
 public:
  /// The first signal calls `stop`, the second `abandon`.
  StopSignals(boost::asio::io_context& io, std::function<void(int signal)> stop,
              std::function<void()> abandon);

 private:
  void await_first();
  void await_second();

  boost::asio::signal_set signals_;
  std::function<void(int)> stop_;
  std::function<void()> abandon_;
};

/// Ignores SIGPIPE while it exists, so that write(2) to an agent that has ended returns an error.
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
