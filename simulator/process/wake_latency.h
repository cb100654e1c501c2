/// How long the kernel takes to wake a process that sleeps.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

namespace dps::simulator {

/// A processor that has been idle for longer sleeps more deeply, so that this differs by the
/// length of a sleep; on virtual machines it is 20 to 200 us. What the last sleeps of about the
/// same length have met tells by how much the next one has to be ended earlier.
class WakeLatency {
 public:
  using Duration = std::chrono::nanoseconds;

  /// A sleep of this length was ended by its timer, and so much later it ran again.
  void met(Duration length, Duration latency);

  /// What most sleeps of this length meet at least: three in four. At most a fourth of the length
  /// and 200 us, since who wakes too early has to wait awake; 0 until eight of them are known.
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
