#include "predictor/calibration/links.h"

#include <gtest/gtest.h>

namespace dps::calibration {
namespace {

constexpr double kGigabit = 8e-9;
constexpr double kSlow = 80e-9;
constexpr double kBurst = 3200;

/// The paths that a calibration measures: from the first and from the second host to all later
/// ones.
std::vector<PairPath> paths_of(const std::vector<LinkCost>& links, double latency) {
  std::vector<PairPath> paths;
  for (std::uint32_t from = 0; from < 2; ++from) {
    for (auto to = from + 1; to < links.size(); ++to) {
      const LinkCost& slower = links[links[from].per_byte < links[to].per_byte ? to : from];
      paths.push_back({from, to, latency + links[from].latency + links[to].latency, slower.per_byte,
                       slower.burst});
    }
  }
  return paths;
}

TEST(Links, ASlowLinkAndADistantHostDifferFromTheOthers) {
  for (std::size_t odd = 0; odd < 4; ++odd) {
    std::vector<LinkCost> links(4, {0, kGigabit});
    links[odd].per_byte = kSlow;
    links[odd].burst = kBurst;
    links[(odd + 1) % 4].latency = 5e-3;
    const Links found = links_of(paths_of(links, 40e-6), 4);
    EXPECT_NEAR(found.network.latency, 40e-6, 2e-6);
    EXPECT_EQ(found.network.per_byte, kGigabit);
    for (std::size_t i = 0; i < links.size(); ++i) {
      EXPECT_NEAR(found.hosts[i].latency, links[i].latency, 2e-6) << odd << " " << i;
      EXPECT_EQ(found.hosts[i].per_byte, links[i].per_byte) << odd << " " << i;
      EXPECT_EQ(found.hosts[i].burst, links[i].burst) << odd << " " << i;
    }
  }
}

TEST(Links, TheNearestPathDeterminesTheBurstOfALink) {
  const std::vector<PairPath> paths{{0, 1, 40e-6, kSlow, kBurst},
                                    {0, 2, 5e-3, kGigabit, 0},
                                    {0, 3, 40e-6, kGigabit, 0},
                                    {1, 2, 5e-3, kSlow * 0.98, 0},
                                    {1, 3, 50e-6, kSlow * 0.97, 2 * kBurst}};
  const Links found = links_of(paths, 4);
  EXPECT_EQ(found.hosts[1].burst, kBurst);
  for (const std::size_t other : {0U, 2U, 3U}) {
    EXPECT_EQ(found.hosts[other].burst, 0);
  }
  EXPECT_EQ(found.network.burst, 0);
}

TEST(Links, DifferencesOfTheMeasurementAreIgnored) {
  std::vector<PairPath> paths = paths_of(std::vector<LinkCost>(4, {0, kGigabit}), 40e-6);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    paths[i].latency *= i % 2 == 0 ? 1.05 : 0.95;
    paths[i].per_byte *= i % 2 == 0 ? 1.04 : 1;
  }
  const Links found = links_of(paths, 4);
  EXPECT_NEAR(found.network.latency, 40e-6, 3e-6);
  for (const LinkCost& host : found.hosts) {
    EXPECT_EQ(host.latency, 0);
    EXPECT_EQ(host.per_byte, found.network.per_byte);
  }
}

TEST(Links, WithTwoHostsBothLinksAreThoseOfTheNetwork) {
  const std::vector<PairPath> paths{{0, 1, 30e-6, kSlow, kBurst}};
  const Links found = links_of(paths, 2);
  EXPECT_EQ(found.network.latency, 30e-6);
  EXPECT_EQ(found.network.per_byte, kSlow);
  EXPECT_EQ(found.hosts[1].latency, 0);
  EXPECT_EQ(found.hosts[1].per_byte, kSlow);
  EXPECT_EQ(found.network.burst, kBurst);
  EXPECT_EQ(found.hosts[1].burst, kBurst);
}

}  // namespace
}  // namespace dps::calibration
