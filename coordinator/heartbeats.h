/// Signs of life of the agents, and what their answers say about their clocks.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace dps::coordinator {

using TimePoint = std::chrono::steady_clock::time_point;

/// The same instant as a number on our CLOCK_MONOTONIC.
std::int64_t nanoseconds_of(TimePoint instant);

/// How far the CLOCK_MONOTONIC of a host is from ours: the answer that came back soonest decides.
/// Source: Cristian's method: offset = their reading - the middle of our two, error = half the
/// trip.
class HostClock {
 public:
  void on_answer(std::int64_t sent_ns, std::int64_t theirs_ns, std::int64_t now_ns);

  [[nodiscard]] bool is_measured() const { return error_ns_.has_value(); }
  [[nodiscard]] std::int64_t offset_ns() const { return offset_ns_; }
  [[nodiscard]] std::int64_t error_ns() const { return error_ns_.value_or(0); }

 private:
  std::int64_t offset_ns_ = 0;
  std::optional<std::int64_t> error_ns_;
};

/// When each host was last heard.
class Heartbeats {
 public:
  Heartbeats(std::size_t hosts, std::chrono::milliseconds silence)
      : silence_(silence), heard_(hosts) {}

  void watch(std::uint32_t host, TimePoint now) { heard_[host] = now; }
  void forget(std::uint32_t host) { heard_[host].reset(); }
  /// Anything that came from it.
  void heard(std::uint32_t host, TimePoint now);
  /// We ourselves did not run for a while, so their silence means nothing.
  void pardon(TimePoint now);

  /// The hosts that have been silent for too long.
  [[nodiscard]] std::vector<std::uint32_t> silent(TimePoint now) const;
  /// When the next one would be; nothing when none is watched.
  [[nodiscard]] std::optional<TimePoint> next() const;

 private:
  std::chrono::milliseconds silence_;
  std::vector<std::optional<TimePoint>> heard_;  // nothing: not watched
};

}  // namespace dps::coordinator
