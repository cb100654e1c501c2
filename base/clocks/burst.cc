#include "base/clocks/burst.h"

#include <algorithm>

#include "base/check.h"

namespace dps::clocks {

std::optional<Burst> measure_offset(std::span<const Exchange> exchanges) {
  DPS_CHECK(!exchanges.empty());
  const Exchange& first = exchanges.front();
  Reading low = first.read - first.received;
  Reading high = first.read - first.sent;
  for (const Exchange& exchange : exchanges) {
    low = std::max(low, exchange.read - exchange.received);
    high = std::min(high, exchange.read - exchange.sent);
  }
  if (low > high) {
    return std::nullopt;
  }
  Burst burst;
  burst.duration = exchanges.back().read - first.read;
  burst.at = first.read + burst.duration / 2;
  burst.offset = low + (high - low) / 2;
  burst.uncertainty = (high - low + 1) / 2;
  return burst;
}

}  // namespace dps::clocks
