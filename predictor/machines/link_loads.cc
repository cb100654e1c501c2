#include "predictor/machines/link_loads.h"

#include <algorithm>

#include "predictor/machines/wide.h"

namespace dps::machines {

LinkLoad load_of(std::uint32_t link, std::uint64_t bytes, BitsPerSecond bandwidth) {
  return {link, bytes, transmission_time(bytes, bandwidth)};
}

std::vector<LinkLoad> busiest_first(std::vector<LinkLoad> loads) {
  std::stable_sort(loads.begin(), loads.end(),
                   [](const LinkLoad& a, const LinkLoad& b) { return a.busy > b.busy; });
  return loads;
}

}  // namespace dps::machines
