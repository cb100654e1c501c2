/// The rate of increase of a counter.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>

#include "coordinator/agents/deadlines.h"

namespace dps::coordinator {

/// The mean increase of a counter over the last two seconds in which it was read.
class IncreaseRate {
 public:
  void restart() { samples_.clear(); }
  /// Adds a value of the counter, which never decreases.
  void add(TimePoint now, std::uint64_t count);
  /// 0 before the second reading.
  [[nodiscard]] double per_second(TimePoint now) const;

 private:
  struct Sample {
    TimePoint time;
    std::uint64_t count;
  };
  std::deque<Sample> samples_;  // the first is the newest that is two seconds old
};

}  // namespace dps::coordinator
