/// Estimates the time that the kernel takes to wake up a process.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

namespace dps::simulator {

/// A processor that has been idle for longer sleeps more deeply, so the latency depends on the
/// length of a sleep; on virtual machines it is 20 to 200 us. The latencies of the last sleeps of
/// about the same length decide by how much the next one ends earlier.
class WakeLatency {
 public:
  using Duration = std::chrono::nanoseconds;

  /// Records the latency after a sleep of this length that its timer ended.
  void met(Duration length, Duration latency);

  /// The latency that three in four sleeps of this length reach. At most a fourth of the length and
  /// at most 200 us, since a process that wakes up too early spins; 0 until eight are recorded.
  [[nodiscard]] Duration usual(Duration length) const;

 private:
  static constexpr std::size_t kKept = 8;
  struct Kind {
    std::array<Duration, kKept> last{};
    std::size_t count = 0;
  };

  /// Lengths of one kind are within a factor of two.
  static std::size_t kind_of(Duration length);

  std::array<Kind, 64> kinds_;
};

}  // namespace dps::simulator
