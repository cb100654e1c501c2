#include "predictor/rawtiming/mpi/stop_watch.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <utility>

#include <semaphore.h>
#include <unistd.h>

namespace dps::rawtiming {
namespace {

// Variables for the signal handler.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
sem_t stop_semaphore;
std::atomic<int> stop_signal{0};
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

void note_signal(int signal) {
  int none = 0;
  stop_signal.compare_exchange_strong(none, signal);
  sem_post(&stop_semaphore);
}

}  // namespace

StopWatch::StopWatch(std::function<void(int)> on_stop) : on_stop_(std::move(on_stop)) {
  sem_init(&stop_semaphore, 0, 0);
  stop_signal = 0;
  thread_ = std::thread([this] {
    while (sem_wait(&stop_semaphore) != 0 && errno == EINTR) {
    }
    if (const int signal = stop_signal; signal != 0) {
      on_stop_(signal);
      constexpr int kSignalled = 128;
      _exit(kSignalled + signal);
    }
  });
  for (const int signal : kSignals) {
    std::signal(signal, note_signal);
  }
}

StopWatch::~StopWatch() {
  for (const int signal : kSignals) {
    std::signal(signal, SIG_IGN);
  }
  sem_post(&stop_semaphore);
  thread_.join();
  sem_destroy(&stop_semaphore);
}

}  // namespace dps::rawtiming
