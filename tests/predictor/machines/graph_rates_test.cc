// The rates of flows on topologies are those of progressive filling.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "predictor/machines/flows/fair_shares.h"
#include "predictor/machines/topology/fat_tree.h"
#include "predictor/machines/topology/grid.h"

namespace dps::machines {
namespace {

using Flows = std::map<std::uint32_t, std::vector<std::uint32_t>>;  // links, by flow

/// Progressive filling: again and again, the link with the smallest share fixes the rates of its
/// flows.
std::map<std::uint32_t, double> filled(std::vector<double> rests, Flows flows) {
  std::map<std::uint32_t, double> rates;
  while (!flows.empty()) {
    std::vector<double> counts(rests.size());
    for (const auto& [flow, links] : flows) {
      for (const std::uint32_t link : links) {
        counts[link] += 1;
      }
    }
    std::size_t least = rests.size();
    for (std::size_t link = 0; link < rests.size(); ++link) {
      if (counts[link] > 0 &&
          (least == rests.size() || rests[link] / counts[link] < rests[least] / counts[least])) {
        least = link;
      }
    }
    const double share = rests[least] / counts[least];
    std::erase_if(flows, [&](const auto& entry) {
      const auto& [flow, links] = entry;
      const bool is_fixed = std::find(links.begin(), links.end(), least) != links.end();
      for (const std::uint32_t link : is_fixed ? links : std::vector<std::uint32_t>()) {
        rests[link] -= share;
      }
      if (is_fixed) {
        rates[flow] = share;
      }
      return is_fixed;
    });
  }
  return rates;
}

constexpr std::uint32_t kHosts = 64;

/// Random flows begin and end on a shape of kHosts hosts, whose links have several bandwidths. Each
/// flow has one of the first `centres` hosts at one end.
void check_shape(const Shape& shape, std::uint32_t centres, std::uint64_t seed,
                 bool has_one_bandwidth) {
  Random random(seed);
  const auto below = [&](std::uint64_t end) {
    return static_cast<std::uint32_t>(random.next() % end);
  };
  FairShares shares;
  std::vector<double> bandwidths;
  for (std::uint64_t link = 0; link < shape.size().links; ++link) {
    constexpr std::uint64_t kGigabit = 1'000'000'000;
    const std::uint64_t bits = has_one_bandwidth ? kGigabit : kGigabit * (1 + below(4));
    shares.add_link(BitsPerSecond(bits));
    bandwidths.push_back(static_cast<double>(bits));
  }
  Flows flows;
  for (int step = 0; step < 40; ++step) {
    const Picoseconds now(step * 1000);
    for (int change = 0; change < 8; ++change) {
      const std::uint32_t flow = below(120);
      if (flows.erase(flow) > 0) {
        shares.stop(flow, now);
        continue;
      }
      const std::uint32_t centre = below(centres);
      const std::uint32_t other = (centre + 1 + below(kHosts - 1)) % kHosts;
      const bool is_to_centre = below(3) > 0;
      std::vector<std::uint32_t> links;
      shape.route(is_to_centre ? other : centre, is_to_centre ? centre : other, links);
      shares.start(flow, shares.route_over(links), service_of(1'000'000'000), now);
      flows[flow] = links;
    }
    for (const auto& [flow, rate] : filled(bandwidths, flows)) {
      const Rate got = shares.rate_of(flow);
      const double is = static_cast<double>(got.bits) / static_cast<double>(got.per);
      ASSERT_LE(std::abs(is - rate), rate * std::ldexp(1, -20)) << "seed " << seed << " " << flow;
    }
  }
}

TEST(GraphRates, AreThoseOfProgressiveFillingOnATorus) {
  const GridShape torus({"torus", {4, 4, 4}, 1, {0, 1, 2}, true, false, kHosts});
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    check_shape(torus, kHosts, seed, true);
    check_shape(torus, kHosts, seed, false);
  }
}

/// Routes have up to 63 links.
TEST(GraphRates, AreThoseOfProgressiveFillingOnALine) {
  const GridShape line({"mesh", {kHosts}, 1, {0}, false, false, kHosts});
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    check_shape(line, kHosts, seed, true);
    check_shape(line, kHosts, seed, false);
  }
}

/// If each link looked at all others of each route, this would take minutes.
TEST(GraphRates, OnLongRoutesTakeATimeInProportionToTheirLinks) {
  constexpr std::uint32_t kLinks = 50'000;
  constexpr std::uint32_t kFlows = 10;
  FairShares shares;
  for (std::uint32_t link = 0; link < kLinks; ++link) {
    shares.add_link(BitsPerSecond(8'000'000'000));
  }
  for (std::uint32_t flow = 0; flow < kFlows; ++flow) {
    std::vector<std::uint32_t> links(kLinks - 2 * flow);
    std::iota(links.begin(), links.end(), flow);
    shares.start(flow, shares.route_over(links), service_of(1000 * (flow + 1)), Picoseconds{});
  }
  std::uint32_t ended = 0;
  Picoseconds now;
  for (; shares.next() != kNever; ++ended) {
    now = shares.next();
    shares.end(*shares.first_ended(now), now);
  }
  EXPECT_EQ(ended, kFlows);
  EXPECT_EQ(now, Picoseconds(55'000'000));
}

/// The routes to one host join: all flows are spokes of one star, until a flow to another host
/// begins.
TEST(GraphRates, AreThoseOfProgressiveFillingToFewHostsOfAFatTree) {
  const FatTree tree({"", {4, 4, 4}, {1, 2, 2}, {1, 1, 1}, kHosts});
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (const std::uint32_t centres : {1U, 2U, 5U}) {
      check_shape(tree, centres, seed, true);
      check_shape(tree, centres, seed, false);
    }
  }
}

}  // namespace
}  // namespace dps::machines
