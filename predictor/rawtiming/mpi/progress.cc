#include "predictor/rawtiming/mpi/progress.h"

#include <array>
#include <cstdio>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "predictor/rawtiming/mpi/clock.h"

namespace dps::rawtiming {
namespace {

/// True at a terminal, also behind mpirun, which reads stderr by a pipe and copies it to its own.
bool is_at_terminal() {
  if (::isatty(STDERR_FILENO) == 1) {
    return true;
  }
  std::array<char, 64> target{};
  const std::string path = fmt::format("/proc/{}/fd/2", ::getppid());
  const ssize_t size = ::readlink(path.c_str(), target.data(), target.size());
  return size > 0 &&
         std::string_view(target.data(), static_cast<std::size_t>(size)).starts_with("/dev/pts/");
}

}  // namespace

MeasurementProgress::MeasurementProgress(bool is_quiet)
    : is_quiet_(is_quiet), is_terminal_(is_at_terminal()), begun_(now()), shown_at_(begun_) {}

void MeasurementProgress::show(const MeasurementTimeLeft& time_left, std::uint64_t pass,
                               const std::string& what) {
  constexpr clocks::Reading kRedraw = kOneSecond / 5;
  constexpr clocks::Reading kNextLine = 10 * kOneSecond;
  const clocks::Reading time = now();
  if (is_quiet_ || time - shown_at_ < (is_terminal_ ? kRedraw : kNextLine)) {
    return;
  }
  shown_at_ = time;
  const auto percent = 100 * time_left.visits() / time_left.all_visits();
  const std::string text = fmt::format("dps-rawtiming: {:2d}%, pass {}, {}, about {} left", percent,
                                       pass, what, duration_text(time_left.left()));
  if (is_terminal_) {
    fmt::print(stderr, "\r\x1b[K{:.79}", text);
    is_shown_ = true;
  } else {
    fmt::print(stderr, "{}\n", text);
  }
  std::fflush(stderr);
}

void MeasurementProgress::clear() {
  if (is_shown_) {
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
    is_shown_ = false;
  }
}

}  // namespace dps::rawtiming
