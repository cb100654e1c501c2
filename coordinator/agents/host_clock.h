/// Estimates how far the clock of a host is from ours.
#pragma once

#include <cstdint>

namespace dps::coordinator {

/// The offset of a host's CLOCK_MONOTONIC from ours. The exchange with the shortest round trip
/// counts, until it is so old that possible drift makes a newer exchange the better one.
/// Source: Cristian's algorithm: offset = their reading - the middle of ours, error = half the
/// round trip.
class HostClock {
 public:
  /// PING was sent at `sent_ns`, answered at `theirs_ns` of the host's clock, heard at `now_ns`.
  void on_answer(std::int64_t sent_ns, std::int64_t theirs_ns, std::int64_t now_ns);

  [[nodiscard]] bool is_measured() const { return answers_ > 0; }
  [[nodiscard]] std::uint32_t answers() const { return answers_; }
  [[nodiscard]] std::int64_t offset_ns() const { return offset_ns_; }
  /// The largest possible error of the offset at measured_ns().
  [[nodiscard]] std::int64_t error_ns() const { return error_ns_; }
  [[nodiscard]] std::int64_t measured_ns() const { return measured_ns_; }

 private:
  std::int64_t offset_ns_ = 0;
  std::int64_t error_ns_ = 0;
  std::int64_t measured_ns_ = 0;
  std::uint32_t answers_ = 0;
};

/// The clock of a host over a run.
struct ClockReport {
  std::int64_t offset_ns = 0;  ///< as used for the run
  std::int64_t error_ns = 0;   ///< its largest possible error at any instant of the run
  double drift_ppm = 0;        ///< how much faster it runs than ours; 0: below what can be measured
};
ClockReport compare(const HostClock& before, const HostClock& after);

}  // namespace dps::coordinator
