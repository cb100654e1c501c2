#include "coordinator/agents/heartbeats.h"

#include <algorithm>
#include <cstdlib>

namespace dps::coordinator {
namespace {

/// Quartz clocks of computers drift apart by less than 100 millionths.
constexpr std::int64_t kDriftPart = 10'000;

}  // namespace

std::int64_t nanoseconds_of(TimePoint instant) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(instant.time_since_epoch()).count();
}

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
  // What was seen, or what quartz can do at most: a bad second measurement says little.
  report.error_ns = std::min(std::max(before.error_ns(), std::abs(moved) + after.error_ns()),
                             before.error_ns() + std::max<std::int64_t>(0, passed) / kDriftPart);
  if (passed > 0 && std::abs(moved) > before.error_ns() + after.error_ns()) {
    report.drift_ppm = 1e6 * static_cast<double>(moved) / static_cast<double>(passed);
  }
  return report;
}

void Heartbeats::heard(std::uint32_t host, TimePoint now) {
  if (heard_[host]) {
    heard_[host] = now;
  }
}

void Heartbeats::pardon(TimePoint now) {
  for (auto& heard : heard_) {
    if (heard) {
      heard = now;
    }
  }
}

std::vector<std::uint32_t> Heartbeats::silent(TimePoint now) const {
  std::vector<std::uint32_t> hosts;
  for (std::uint32_t host = 0; host < heard_.size(); ++host) {
    if (heard_[host] && now - *heard_[host] >= silence_) {
      hosts.push_back(host);
    }
  }
  return hosts;
}

std::optional<TimePoint> Heartbeats::next() const {
  std::optional<TimePoint> next;
  for (const auto& heard : heard_) {
    if (heard && (!next || *heard + silence_ < *next)) {
      next = *heard + silence_;
    }
  }
  return next;
}

}  // namespace dps::coordinator
