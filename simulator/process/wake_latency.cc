#include "simulator/process/wake_latency.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace dps::simulator {

std::size_t WakeLatency::kind_of(Duration length) {
  return std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(length.count(), 0)));
}

void WakeLatency::met(Duration length, Duration latency) {
  LengthClass& kind = kinds_[kind_of(length)];
  kind.last[kind.count++ % kKept] = latency;
}

WakeLatency::Duration WakeLatency::usual(Duration length) const {
  const LengthClass& kind = kinds_[kind_of(length)];
  if (kind.count < kKept) {
    return Duration(0);
  }
  constexpr Duration kMost = std::chrono::microseconds(200);
  auto last = kind.last;
  auto* const quartile = last.begin() + kKept / 4;
  std::nth_element(last.begin(), quartile, last.end());
  return std::min({*quartile, length / 4, kMost});
}

}  // namespace dps::simulator
