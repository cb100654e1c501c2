#include "coordinator/agents/pause_refusal.h"

#include <csignal>
#include <utility>

namespace dps::coordinator {

bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

PauseRefusal::PauseRefusal(boost::asio::io_context& io,
                           std::function<void(const std::string& line)> print)
    : signals_(io), print_(std::move(print)) {
  if (!is_ignored(SIGTSTP)) {
    boost::system::error_code ignored;
    signals_.add(SIGTSTP, ignored);
    await();
  }
}

void PauseRefusal::await() {
  signals_.async_wait([this](const boost::system::error_code& error, int /*signal*/) {
    if (!error) {
      await();
      print_("dps: a run cannot be paused; Ctrl-C ends it");
    }
  });
}

}  // namespace dps::coordinator
