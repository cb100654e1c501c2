/// Detects agents that have stopped sending frames.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "coordinator/agents/deadlines.h"

namespace dps::coordinator {

/// The time of the last frame from each host.
class Heartbeats {
 public:
  Heartbeats(std::size_t hosts, std::chrono::milliseconds silence)
      : silence_(silence), last_(hosts) {}

  void watch(std::uint32_t host, TimePoint now) { last_[host] = now; }
  void forget(std::uint32_t host) { last_[host].reset(); }
  /// Records that a frame has arrived from the host; does nothing if the host is not watched.
  void refresh(std::uint32_t host, TimePoint now);
  /// Refreshes all watched hosts, after dps itself was suspended and could not receive frames.
  void refresh_all(TimePoint now);

  /// True if a frame arrived from the host during the last `within`.
  [[nodiscard]] bool is_fresh(std::uint32_t host, TimePoint now,
                              std::chrono::milliseconds within) const {
    return last_[host] && now - *last_[host] <= within;
  }
  /// The watched hosts without a frame for `silence` or longer.
  [[nodiscard]] std::vector<std::uint32_t> silent(TimePoint now) const;
  /// The instant at which the next host will count as silent; nullopt if none is watched.
  [[nodiscard]] std::optional<TimePoint> next() const;

 private:
  std::chrono::milliseconds silence_;
  std::vector<std::optional<TimePoint>> last_;  // nullopt: not watched
};

}  // namespace dps::coordinator
