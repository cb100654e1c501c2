/// An agent ends if its coordinator gives no sign of life for the time of its lease
/// (docs/protocol.md, PING).
#pragma once

#include <algorithm>
#include <chrono>

namespace dps::simulator {

/// Everything has ended a second later.
inline constexpr std::chrono::seconds kLease(14);

/// Time in which the agent itself did not run (stopped, or on a host that was suspended or has too
/// few cores) is no silence of the coordinator: its PINGs may wait to be read.
class Lease {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  explicit Lease(TimePoint now) : renewed_(now) {}

  void renew(TimePoint now) { renewed_ = now; }
  /// The agent looks at its lease at `now`, and wanted to do so at `due`. True if it has expired.
  [[nodiscard]] bool has_expired(TimePoint due, TimePoint now) {
    renewed_ = std::min(now, renewed_ + std::max(now - due, TimePoint::duration::zero()));
    return now - renewed_ > kLease;
  }

 private:
  TimePoint renewed_;
};

}  // namespace dps::simulator
