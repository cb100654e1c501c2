#include "coordinator/agents/host_clock.h"

#include <algorithm>
#include <cstdlib>

namespace dps::coordinator {
namespace {

/// The quartz clocks of two computers drift apart by less than 100 ppm.
constexpr std::int64_t kDriftPart = 10'000;

}  // namespace

void HostClock::on_answer(std::int64_t sent_ns, std::int64_t theirs_ns, std::int64_t now_ns) {
  const std::int64_t trip = now_ns - sent_ns;
  if (trip < 0) {
    return;
  }
  const std::int64_t aged_ns = error_ns_ + (now_ns - measured_ns_) / kDriftPart;
  if (answers_++ == 0 || trip / 2 < aged_ns) {
    error_ns_ = trip / 2;
    measured_ns_ = sent_ns + trip / 2;
    offset_ns_ = theirs_ns - measured_ns_;
  }
}

ClockReport compare(const HostClock& before, const HostClock& after) {
  ClockReport report{before.offset_ns(), before.error_ns(), 0};
  if (!after.is_measured()) {
    return report;
  }
  const std::int64_t moved = after.offset_ns() - before.offset_ns();
  const std::int64_t passed = after.measured_ns() - before.measured_ns();
  // The drift that was seen, but not more than quartz can do: the second measurement may be poor.
  report.error_ns = std::min(std::max(before.error_ns(), std::abs(moved) + after.error_ns()),
                             before.error_ns() + std::max<std::int64_t>(0, passed) / kDriftPart);
  if (passed > 0 && std::abs(moved) > before.error_ns() + after.error_ns()) {
    report.drift_ppm = 1e6 * static_cast<double>(moved) / static_cast<double>(passed);
  }
  return report;
}

}  // namespace dps::coordinator
