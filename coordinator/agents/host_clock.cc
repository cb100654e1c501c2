#include "coordinator/agents/host_clock.h"

#include <algorithm>
#include <chrono>

namespace dps::coordinator {
namespace {

/// The quartz clocks of two computers drift apart by less than 100 ppm.
constexpr std::int64_t kDriftPart = 10'000;

}  // namespace

void HostClock::on_answer(Nanoseconds sent, Nanoseconds theirs, Nanoseconds now) {
  const Nanoseconds trip = now - sent;
  if (trip < Nanoseconds(0)) {
    return;
  }
  const Nanoseconds aged = error_ + (now - measured_) / kDriftPart;
  if (answers_++ == 0 || trip / 2 < aged) {
    error_ = trip / 2;
    measured_ = sent + trip / 2;
    offset_ = theirs - measured_;
  }
}

ClockReport compare(const HostClock& before, const HostClock& after) {
  ClockReport report{before.offset(), before.error(), 0};
  if (!after.is_measured()) {
    return report;
  }
  const Nanoseconds moved = after.offset() - before.offset();
  const Nanoseconds passed = after.measured() - before.measured();
  // The measured drift, limited to that of quartz clocks, since the second measurement may be poor.
  report.error = std::min(std::max(before.error(), abs(moved) + after.error()),
                          before.error() + std::max(Nanoseconds(0), passed) / kDriftPart);
  if (passed > Nanoseconds(0) && abs(moved) > before.error() + after.error()) {
    report.drift_ppm = 1e6 * (Seconds(moved) / Seconds(passed));
  }
  return report;
}

}  // namespace dps::coordinator
