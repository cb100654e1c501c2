/// A naive model of max-min fair rates: progressive filling with exact fractions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <vector>

namespace dps::machines::naive {

struct Fraction {
  std::int64_t top = 0;
  std::int64_t bottom = 1;

  bool operator==(const Fraction&) const = default;
};

inline Fraction reduced(std::int64_t top, std::int64_t bottom) {
  const std::int64_t common = std::gcd(top, bottom);
  return {top / common, bottom / common};
}
inline Fraction operator-(const Fraction& a, const Fraction& b) {
  return reduced(a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom);
}
inline Fraction operator/(const Fraction& a, std::int64_t by) {
  return reduced(a.top, a.bottom * by);
}
inline bool operator<(const Fraction& a, const Fraction& b) {
  return a.top * b.bottom < b.top * a.bottom;
}

struct Flow {
  std::vector<std::uint32_t> links;
};

/// The rate of each flow. Repeatedly selects the link with the smallest fair share, which is its
/// remaining bandwidth divided by its flows without a rate, and gives this rate to these flows.
inline std::map<std::uint32_t, Fraction> rates(const std::vector<std::int64_t>& bandwidths,
                                               const std::map<std::uint32_t, Flow>& flows) {
  std::map<std::uint32_t, Fraction> rate;
  while (rate.size() < flows.size()) {
    Fraction least{INT32_MAX, 1};
    std::uint32_t fullest = 0;
    for (std::uint32_t link = 0; link < bandwidths.size(); ++link) {
      Fraction rest{bandwidths[link], 1};
      std::int64_t open = 0;
      for (const auto& [id, flow] : flows) {
        if (std::find(flow.links.begin(), flow.links.end(), link) == flow.links.end()) {
          continue;
        }
        if (rate.contains(id)) {
          rest = rest - rate[id];
        } else {
          ++open;
        }
      }
      if (open > 0 && rest / open < least) {
        least = rest / open;
        fullest = link;
      }
    }
    for (const auto& [id, flow] : flows) {
      const bool crosses =
          std::find(flow.links.begin(), flow.links.end(), fullest) != flow.links.end();
      if (crosses && !rate.contains(id)) {
        rate[id] = least;
      }
    }
  }
  return rate;
}

}  // namespace dps::machines::naive
