#include "coordinator/stop_signals.h"

#include <csignal>
#include <utility>

#include "coordinator/agents/pause_refusal.h"

namespace dps::coordinator {
namespace {

using boost::system::error_code;

}  // namespace

StopSignals::StopSignals(boost::asio::io_context& io, std::function<void(int signal)> stop,
                         std::function<void()> abandon)
    : signals_(io), stop_(std::move(stop)), abandon_(std::move(abandon)) {
  error_code ignored;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) {
      signals_.add(signal, ignored);
    }
  }
  await_first();
}

void StopSignals::await_first() {
  signals_.async_wait([this](const error_code& error, int signal) {
    if (!error) {
      await_second();
      stop_(signal);
    }
  });
}

void StopSignals::await_second() {
  signals_.async_wait([this](const error_code& error, int /*signal*/) {
    if (!error) {
      abandon_();
    }
  });
}

}  // namespace dps::coordinator
