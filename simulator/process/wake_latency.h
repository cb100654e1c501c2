/// Estimates the time that the kernel takes to wake up a process.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

namespace dps::simulator {

/// A processor enters deeper sleep states during longer idle times, so the latency depends on the
/// length of a sleep; on virtual machines it is 20 to 200 us. The estimate for a sleep is derived
/// from the latencies of the last sleeps of similar length.
class WakeLatency {
 public:
  using Duration = std::chrono::nanoseconds;

  /// Records the latency of a sleep of this length that was ended by its timer.
  void met(Duration length, Duration latency);

  /// The first quartile of the latencies of sleeps of this length, but at most a quarter of the
  /// length and at most 200 us, since a process that wakes up too early spins. 0 until eight are
  /// recorded.
  [[nodiscard]] Duration usual(Duration length) const;

 private:
  static constexpr std::size_t kKept = 8;
  struct LengthClass {
    std::array<Duration, kKept> last{};
    std::size_t count = 0;
  };

  /// The lengths of one class differ by less than a factor of two.
  static std::size_t kind_of(Duration length);

  std::array<LengthClass, 64> kinds_;
};

}  // namespace dps::simulator
