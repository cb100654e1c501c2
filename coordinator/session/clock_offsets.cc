#include "coordinator/session/clock_offsets.h"

#include <algorithm>

namespace dps::coordinator {
namespace {

/// Exchanges of a series; more than that rarely find a shorter round trip.
constexpr std::uint32_t kSeriesExchanges = 16;

}  // namespace

ClockOffsets::ClockOffsets(std::size_t hosts, bool shares_clock)
    : shares_clock_(shares_clock), before_(hosts), after_(hosts), missing_(hosts), lost_(hosts) {}

void ClockOffsets::begin_series() {
  for (std::size_t host = 0; host < missing_.size() && !shares_clock_; ++host) {
    missing_[host] = lost_[host] ? 0 : kSeriesExchanges;
  }
}

bool ClockOffsets::on_answer(std::uint32_t host, const control::PongFrame& pong, TimePoint now,
                             ClockSeries series) {
  HostClock& clock = series == ClockSeries::kAfter ? after_[host] : before_[host];
  clock.on_answer(pong.sent, pong.received, now.time_since_epoch());
  return missing_[host] > 0 && --missing_[host] > 0;
}

bool ClockOffsets::is_series_complete() const {
  return std::all_of(missing_.begin(), missing_.end(),
                     [](std::uint32_t missing) { return missing == 0; });
}

Nanoseconds ClockOffsets::offset(std::uint32_t host) const {
  return shares_clock_ ? Nanoseconds(0) : before_[host].offset();
}

Nanoseconds ClockOffsets::largest_error() const {
  Nanoseconds largest{};
  for (const HostClock& clock : before_) {
    largest = std::max(largest, clock.error());
  }
  return largest;
}

ClockReport ClockOffsets::report(std::uint32_t host) const {
  return shares_clock_ ? ClockReport{} : compare(before_[host], after_[host]);
}

}  // namespace dps::coordinator
