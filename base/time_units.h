/// Spans of time as types, one for each unit: none converts silently into another.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

namespace dps {

/// A whole number of one unit of time. `Unit` only tells the types apart.
/// Arithmetic does not check for overflow; machines/wide.h has a sum of picoseconds that saturates.
template <typename Count, typename Unit>
class TimeCount {
 public:
  constexpr TimeCount() = default;  ///< 0
  constexpr explicit TimeCount(Count count) : count_(count) {}

  [[nodiscard]] constexpr Count count() const { return count_; }
  static constexpr TimeCount max() { return TimeCount(std::numeric_limits<Count>::max()); }

  constexpr TimeCount& operator+=(TimeCount other) {
    count_ += other.count_;
    return *this;
  }
  constexpr TimeCount& operator-=(TimeCount other) {
    count_ -= other.count_;
    return *this;
  }
  friend constexpr TimeCount operator+(TimeCount a, TimeCount b) { return a += b; }
  friend constexpr TimeCount operator-(TimeCount a, TimeCount b) { return a -= b; }
  friend constexpr TimeCount operator*(TimeCount a, Count times) {
    return TimeCount(a.count_ * times);
  }

  friend constexpr bool operator==(TimeCount a, TimeCount b) { return a.count_ == b.count_; }
  friend constexpr bool operator<(TimeCount a, TimeCount b) { return a.count_ < b.count_; }
  friend constexpr bool operator>(TimeCount a, TimeCount b) { return a.count_ > b.count_; }
  friend constexpr bool operator<=(TimeCount a, TimeCount b) { return a.count_ <= b.count_; }
  friend constexpr bool operator>=(TimeCount a, TimeCount b) { return a.count_ >= b.count_; }

 private:
  Count count_ = 0;
};

/// Time as people write it; not exact.
using Seconds = std::chrono::duration<double>;

/// Real time, as the clocks of a host count it.
using Nanoseconds = std::chrono::nanoseconds;

/// The nearest nanosecond to a number of seconds.
constexpr Nanoseconds nearest_nanosecond(double seconds) {
  return std::chrono::round<Nanoseconds>(Seconds(seconds));
}

/// Virtual time: since the start of a prediction, or a span. 2^63 ps are 106 days.
using Picoseconds = TimeCount<std::int64_t, struct PicosecondUnit>;

/// The costs of a machine: millionths of a picosecond. 2^64 as are 18 s.
using Attoseconds = TimeCount<std::uint64_t, struct AttosecondUnit>;

}  // namespace dps
