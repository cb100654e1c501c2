/// The signals by which a user or the system stops a session.
#pragma once

#include <functional>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

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

}  // namespace dps::coordinator
