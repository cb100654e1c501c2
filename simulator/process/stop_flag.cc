#include "simulator/process/stop_flag.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include <sys/eventfd.h>
#include <unistd.h>

#include "base/check.h"

namespace dps::simulator {
namespace {

// A signal handler has no argument that could point to the flag.
std::atomic<StopFlag*> installed = nullptr;  // NOLINT(*-avoid-non-const-global-variables)

void on_sigterm(int /*signal*/) {
  const int kept = errno;
  if (StopFlag* flag = installed.load()) {
    flag->set();
  }
  errno = kept;
}

}  // namespace

Result<std::unique_ptr<StopFlag>> StopFlag::install() {
  const int fd = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (fd < 0) {
    return failure(ErrorCode::kSystem,
                   std::string("cannot make an eventfd: ") + std::strerror(errno));
  }
  std::unique_ptr<StopFlag> flag(new StopFlag(fd));
  StopFlag* none = nullptr;
  DPS_CHECK(installed.compare_exchange_strong(none, flag.get()));
  struct sigaction action {};  // without SA_RESTART, so that blocking system calls return
  action.sa_handler = on_sigterm;
  DPS_CHECK(::sigaction(SIGTERM, &action, nullptr) == 0);
  return flag;
}

StopFlag::~StopFlag() {
  std::signal(SIGTERM, SIG_DFL);
  installed.store(nullptr);
  ::close(fd_);
}

void StopFlag::set() {
  set_.store(true);
  const std::uint64_t one = 1;
  // The counter of an eventfd cannot be full after so few writes.
  [[maybe_unused]] const ssize_t written = ::write(fd_, &one, sizeof one);
}

void StopFlag::clear() {
  sigset_t term;
  sigset_t before;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &term, &before);  // the handler must not run between the two resets
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t got = ::read(fd_, &count, sizeof count);
  set_.store(false);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace dps::simulator
