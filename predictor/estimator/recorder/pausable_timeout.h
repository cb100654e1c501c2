/// The timeout of compiling and recording together.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "base/time_units.h"

namespace dps::estimator {

/// A timeout that elapses only while it runs.
class PausableTimeout {
 public:
  explicit PausableTimeout(Seconds all)
      : left_(std::chrono::duration_cast<Clock::duration>(std::min(all, kMost))) {}

  void start() { since_ = Clock::now(); }
  void stop() { left_ -= Clock::now() - since_; }

  /// The time left, for poll(); 0: the time is over.
  [[nodiscard]] int milliseconds() const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(left_ - (Clock::now() - since_));
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, kMostPoll));
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr Seconds kMost{1e8};
  static constexpr std::int64_t kMostPoll = 1'000'000;

  Clock::duration left_;
  Clock::time_point since_ = Clock::now();
};

}  // namespace dps::estimator
