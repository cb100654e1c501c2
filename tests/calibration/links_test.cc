#include "calibration/links.h"

#include <gtest/gtest.h>

namespace dps::calibration {
namespace {

constexpr double kGigabit = 8e-9;
constexpr double kSlow = 80e-9;

/// Between the first, the second and all others, as a calibration measures.
std::vector<PairPath> paths_of(const std::vector<LinkCost>& links, double latency) {
  std::vector<PairPath> paths;
  for (std::uint32_t from = 0; from < 2; ++from) {
    for (auto to = from + 1; to < links.size(); ++to) {
      paths.push_back({from, to, latency + links[from].latency + links[to].latency,
                       std::max(links[from].per_byte, links[to].per_byte)});
    }
  }
  return paths;
}

TEST(Links, ASlowLinkAndAFarHostAreToldFromTheOthers) {
  for (std::size_t odd = 0; odd < 4; ++odd) {
    std::vector<LinkCost> links(4, {0, kGigabit});
    links[odd].per_byte = kSlow;
    links[(odd + 1) % 4].latency = 5e-3;
    const Links found = links_of(paths_of(links, 40e-6), 4);
    EXPECT_NEAR(found.network.latency, 40e-6, 2e-6);
    EXPECT_EQ(found.network.per_byte, kGigabit);
    for (std::size_t i = 0; i < links.size(); ++i) {
      EXPECT_NEAR(found.hosts[i].latency, links[i].latency, 2e-6) << odd << " " << i;
      EXPECT_EQ(found.hosts[i].per_byte, links[i].per_byte) << odd << " " << i;
    }
  }
}

TEST(Links, WhatDiffersByTheMeasurementIsAlike) {
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

TEST(Links, OfTwoHostsBothLinksAreTheNetwork) {
  const std::vector<PairPath> paths{{0, 1, 30e-6, kSlow}};
  const Links found = links_of(paths, 2);
  EXPECT_EQ(found.network.latency, 30e-6);
  EXPECT_EQ(found.network.per_byte, kSlow);
  EXPECT_EQ(found.hosts[1].latency, 0);
  EXPECT_EQ(found.hosts[1].per_byte, kSlow);
}

}  // namespace
}  // namespace dps::calibration
