/// Times as types, one per unit, that do not convert implicitly into each other.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

namespace dps {

/// A whole number of one unit of time. `Unit` only makes the types distinct.
/// Arithmetic does not check for overflow, apart from later().
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

/// Times in user input and reports; rounded to the precision of a double.
using Seconds = std::chrono::duration<double>;

/// Real time, in the unit of a host's clocks.
using Nanoseconds = std::chrono::nanoseconds;

/// Rounds to the nearest nanosecond.
constexpr Nanoseconds nearest_nanosecond(double seconds) {
  return std::chrono::round<Nanoseconds>(Seconds(seconds));
}

/// Virtual time, as an instant since the start of a prediction or as a duration. 2^63 ps are 107
/// days.
using Picoseconds = TimeCount<std::int64_t, struct PicosecondUnit>;

/// start + time, or Picoseconds::max() if the sum is out of range.
constexpr Picoseconds later(Picoseconds start, Picoseconds time) {
  return time > Picoseconds::max() - start ? Picoseconds::max() : start + time;
}

/// Costs of a machine per byte or per operation, which may be below a picosecond. 2^64 as are 18 s.
using Attoseconds = TimeCount<std::uint64_t, struct AttosecondUnit>;
inline constexpr double kAttosecondsPerSecond = 1e18;

/// The nearest number of seconds, for output.
constexpr double seconds_of(Nanoseconds time) {
  return static_cast<double>(time.count()) / 1e9;
}
constexpr double seconds_of(Picoseconds time) {
  return static_cast<double>(time.count()) / 1e12;
}
constexpr double seconds_of(Attoseconds time) {
  return static_cast<double>(time.count()) / kAttosecondsPerSecond;
}

}  // namespace dps
