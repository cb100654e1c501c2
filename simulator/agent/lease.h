/// An agent ends if its coordinator gives no sign of life for the time of its lease
/// (docs/protocol.md, PING).
#pragma once

#include <algorithm>
#include <chrono>

namespace dps::simulator {

/// All processes of the agent have ended one second after the end of its lease.
inline constexpr std::chrono::seconds kLease(14);

/// Time in which the agent itself did not run (stopped, or on a host that was suspended or has too
/// few cores) does not count: PINGs of the coordinator may have arrived and not been read.
class Lease {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  explicit Lease(TimePoint now) : renewed_(now) {}

  void renew(TimePoint now) { renewed_ = now; }
  /// Returns true if the lease has expired at `now`; the check was scheduled for `due`.
  [[nodiscard]] bool has_expired(TimePoint due, TimePoint now) {
    renewed_ = std::min(now, renewed_ + std::max(now - due, TimePoint::duration::zero()));
    return now - renewed_ > kLease;
  }

 private:
  TimePoint renewed_;
};

}  // namespace dps::simulator
