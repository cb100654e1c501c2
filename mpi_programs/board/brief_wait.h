/// A brief wait for a value that another process is about to write into shared memory.
#pragma once

#include <chrono>
#include <cstdint>

#include <sched.h>

namespace dps::board {

/// Polls up to a hundred times and yields the processor in between, which is quicker than a sleep.
/// On a busy machine a yield takes milliseconds; then each of the next 1,000 waits polls once.
class BriefWait {
 public:
  /// Returns true as soon as has_come() does, false if the wait ends before.
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
