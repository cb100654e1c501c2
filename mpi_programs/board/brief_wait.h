/// A wait for what another process is about to write into shared memory.
#pragma once

#include <chrono>
#include <cstdint>

#include <sched.h>

namespace dps::board {

/// Looks a hundred times, and lets others run meanwhile, which is quicker than a sleep. On a busy
/// machine others run for milliseconds; then each of the next 1,000 waits looks once.
class BriefWait {
 public:
  /// True once `has_come()` is.
  template <typename HasCome>
  bool wait(const HasCome& has_come) {
    constexpr int kLooks = 100;
    constexpr std::chrono::microseconds kLong{500};
    constexpr std::uint32_t kLeftOut = 1000;
    if (left_out_ > 0) {
      --left_out_;
      return has_come();
    }
    auto before = Clock::now();
    for (int i = 0; i < kLooks && left_out_ == 0; ++i) {
      if (has_come()) {
        return true;
      }
      ::sched_yield();
      const auto now = Clock::now();
      left_out_ = now - before > kLong ? kLeftOut : 0;
      before = now;
    }
    return has_come();
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::uint32_t left_out_ = 0;
};

}  // namespace dps::board
