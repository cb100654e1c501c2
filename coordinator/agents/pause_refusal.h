/// Refuses Ctrl-Z while agents run.
#pragma once

#include <functional>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

namespace dps::coordinator {

/// Prevents SIGTSTP from stopping dps while it exists: the processes on the hosts would go on, and
/// the agents would end when their lease expires. If SIGTSTP is ignored, it remains ignored.
class PauseRefusal {
 public:
  /// `print` gets a line for every SIGTSTP.
  PauseRefusal(boost::asio::io_context& io, std::function<void(const std::string& line)> print);

 private:
  void await();

  boost::asio::signal_set signals_;
  std::function<void(const std::string&)> print_;
};

/// True if this process ignores the signal, as after nohup(1).
bool is_ignored(int signal);

}  // namespace dps::coordinator
