#include "coordinator/session/clock_offsets.h"

#include <algorithm>

namespace dps::coordinator {
namespace {

/// Exchanges of a series; more than that rarely find a shorter round trip.
constexpr std::uint32_t kExchanges = 16;

}  // namespace

ClockOffsets::ClockOffsets(std::size_t hosts, bool shares_clock)
    : shares_clock_(shares_clock), before_(hosts), after_(hosts), missing_(hosts) {}

void ClockOffsets::begin_series() {
  if (!shares_clock_) {
    missing_.assign(missing_.size(), kExchanges);
  }
}

bool ClockOffsets::on_answer(std::uint32_t host, const control::PongFrame& pong, TimePoint now,
                             ClockSeries series) {
  HostClock& clock = series == ClockSeries::kAfter ? after_[host] : before_[host];
  clock.on_answer(pong.sent_ns, pong.received_ns, nanoseconds_of(now));
  return missing_[host] > 0 && --missing_[host] > 0;
}

bool ClockOffsets::is_series_complete() const {
  return std::all_of(missing_.begin(), missing_.end(),
                     [](std::uint32_t missing) { return missing == 0; });
}

std::int64_t ClockOffsets::offset_ns(std::uint32_t host) const {
  return shares_clock_ ? 0 : before_[host].offset_ns();
}

std::int64_t ClockOffsets::largest_error_ns() const {
  std::int64_t largest = 0;
  for (const HostClock& clock : before_) {
    largest = std::max(largest, clock.error_ns());
  }
  return largest;
}

ClockReport ClockOffsets::report(std::uint32_t host) const {
  return shares_clock_ ? ClockReport{} : compare(before_[host], after_[host]);
}

}  // namespace dps::coordinator
