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

/// How far the CLOCK_MONOTONIC of a host is from ours: the answer that came back soonest decides,
/// until it is so old that the clocks may have drifted further apart than a newer one is wrong.
/// Source: Cristian's method: offset = their reading - the middle of our two, error = half the
/// trip.
class HostClock {
 public:
  void on_answer(std::int64_t sent_ns, std::int64_t theirs_ns, std::int64_t now_ns);

  [[nodiscard]] bool is_measured() const { return answers_ > 0; }
  [[nodiscard]] std::uint32_t answers() const { return answers_; }
  [[nodiscard]] std::int64_t offset_ns() const { return offset_ns_; }
  /// At the instant of the measurement.
  [[nodiscard]] std::int64_t error_ns() const { return error_ns_; }
  [[nodiscard]] std::int64_t measured_ns() const { return measured_ns_; }

 private:
  std::int64_t offset_ns_ = 0;
  std::int64_t error_ns_ = 0;
  std::int64_t measured_ns_ = 0;
  std::uint32_t answers_ = 0;
};

/// What two measurements, before and after a run, say of the clock of its host.
struct ClockReport {
  std::int64_t offset_ns = 0;  ///< as it was used
  std::int64_t error_ns = 0;   ///< at most this far off, at any instant in between
  double drift_ppm = 0;        ///< how much faster it goes than ours; 0: too little to be seen
};
ClockReport compare(const HostClock& before, const HostClock& after);

/// When each host was last heard.
class Heartbeats {
 public:
  Heartbeats(std::size_t hosts, std::chrono::milliseconds silence)
      : silence_(silence), heard_(hosts) {}

  void watch(std::uint32_t host, TimePoint now) { heard_[host] = now; }
  void forget(std::uint32_t host) { heard_[host].reset(); }
  /// Anything that came from it.
  void heard(std::uint32_t host, TimePoint now);
  /// It has been heard within this time.
  [[nodiscard]] bool is_fresh(std::uint32_t host, TimePoint now,
                              std::chrono::milliseconds within) const {
    return heard_[host] && now - *heard_[host] <= within;
  }
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
