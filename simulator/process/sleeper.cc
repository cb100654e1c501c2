#include "simulator/process/sleeper.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/check.h"

namespace dps::simulator {
namespace {

itimerspec absolute(std::chrono::steady_clock::time_point instant) {
  constexpr std::int64_t kPerSecond = 1'000'000'000;
  const std::int64_t ns = instant.time_since_epoch() / std::chrono::nanoseconds(1);
  itimerspec when{};
  when.it_value.tv_sec = ns / kPerSecond;
  when.it_value.tv_nsec = ns % kPerSecond;
  return when;
}

}  // namespace

Result<std::unique_ptr<Sleeper>> Sleeper::create(const transport::StopSignal& stop) {
  const int fd = ::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (fd < 0 || ::prctl(PR_SET_TIMERSLACK, 1UL) != 0) {
    return failure(ErrorCode::kSystem,
                   std::string("cannot set up a timer: ") + std::strerror(errno));
  }
  return std::unique_ptr<Sleeper>(new Sleeper(fd, stop));
}

Sleeper::~Sleeper() {
  ::close(fd_);
}

bool Sleeper::sleep_until(std::chrono::steady_clock::time_point instant) {
  std::array<pollfd, 2> watched = {pollfd{fd_, POLLIN, 0}, pollfd{stop_.fd, POLLIN, 0}};
  const auto length = instant - std::chrono::steady_clock::now();
  const auto alarm = instant - latency_.usual(length);
  const itimerspec when = absolute(alarm);
  bool is_set = false;
  bool is_awake = false;
  while (!stop_.stopped()) {
    const auto now = std::chrono::steady_clock::now();
    if (is_set && !is_awake && now >= alarm) {
      latency_.met(length, now - alarm);
      is_awake = true;
    }
    if (now >= instant) {
      return true;
    }
    if (!is_set) {
      DPS_CHECK(::timerfd_settime(fd_, TFD_TIMER_ABSTIME, &when, nullptr) == 0);
      is_set = true;
    }
    ::poll(watched.data(), watched.size(),
           -1);  // EINTR: checks again; returns at once after the alarm
  }
  return false;
}

}  // namespace dps::simulator
