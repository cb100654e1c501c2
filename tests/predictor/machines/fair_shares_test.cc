#include "predictor/machines/flows/fair_shares.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "tests/predictor/machines/naive_shares.h"
#include "tests/support/time_units.h"

namespace dps::machines {
namespace {

constexpr BitsPerSecond megabits(std::uint64_t count) {
  return BitsPerSecond(count * 1'000'000);
}

/// The route from one host to another over a switch.
Route between(FairShares& shares, std::uint32_t from, std::uint32_t to) {
  return shares.route_over(std::array{2 * from, 2 * to + 1});
}

Service bits(std::uint64_t count) {
  return service_of(1) / 8 * count;
}

/// Runs all flows to their ends. Returns (instant, flow) in the order of the ends.
std::vector<std::pair<Picoseconds, std::uint32_t>> run_out(FairShares& shares) {
  std::vector<std::pair<Picoseconds, std::uint32_t>> ends;
  while (shares.next() != kNever) {
    const Picoseconds now = shares.next();
    while (const auto flow = shares.first_ended(now)) {
      shares.end(*flow, now);
      ends.emplace_back(now, *flow);
    }
  }
  return ends;
}

/// Links 0, 3 and 4 lead out of hosts, 1 to where the routes of the first two meet, 2 to the host.
TEST(FairShares, FlowsToOneHostShareItsLinkAlthoughTheirRoutesMeetBefore) {
  FairShares shares;
  for (int i = 0; i < 6; ++i) {
    shares.add_link(megabits(900));
  }
  shares.start(0, shares.route_over(std::array{0U, 1U, 2U}), bits(3000), 0_ps);
  shares.start(1, shares.route_over(std::array{3U, 1U, 2U}), bits(3000), 0_ps);
  shares.start(2, shares.route_over(std::array{4U, 2U}), bits(3000), 0_ps);
  for (std::uint32_t flow = 0; flow < 3; ++flow) {
    EXPECT_TRUE(is_equal(shares.rate_of(flow), Rate{300'000'000, 1})) << flow;
  }
  shares.start(3, shares.route_over(std::array{1U, 5U}), bits(3000), 0_ps);
  EXPECT_TRUE(is_equal(shares.rate_of(0), Rate{300'000'000, 1}));
  EXPECT_TRUE(is_equal(shares.rate_of(3), Rate{300'000'000, 1}));
  shares.stop(1, 0_ps);
  EXPECT_TRUE(is_equal(shares.rate_of(0), Rate{450'000'000, 1}));
  EXPECT_TRUE(is_equal(shares.rate_of(2), Rate{450'000'000, 1}));
}

TEST(FairShares, AFlowAloneHasTheWholeLink) {
  FairShares shares;
  shares.add_link(megabits(100));
  shares.add_link(megabits(100));
  shares.start(0, shares.route_over(std::array{0U, 1U}), bits(512), 7_ps);
  EXPECT_EQ(run_out(shares),
            (std::vector<std::pair<Picoseconds, std::uint32_t>>{{5'120'007_ps, 0}}));
}

TEST(FairShares, ManyFlowsIntoOneLinkEndTogetherToThePicosecond) {
  FairShares shares;
  for (int i = 0; i < 8; ++i) {
    shares.add_link(megabits(1000));
  }
  for (std::uint32_t from = 1; from < 4; ++from) {
    shares.start(from, between(shares, from, 0), bits(1000), 0_ps);
  }
  // 3 * 1000 bits at 1 Gbit/s, although a third of the bandwidth is not an integer
  const auto ends = run_out(shares);
  ASSERT_EQ(ends.size(), 3U);
  for (const auto& [at, flow] : ends) {
    EXPECT_EQ(at, 3'000'000_ps) << flow;
  }
}

TEST(FairShares, AFlowThatEndsLeavesItsShareToTheOthers) {
  FairShares shares;
  for (int i = 0; i < 6; ++i) {
    shares.add_link(megabits(1000));
  }
  shares.start(0, between(shares, 1, 0), bits(1000), 0_ps);
  shares.start(1, between(shares, 2, 0), bits(3000), 0_ps);
  // both at half the bandwidth until 2 us, then one alone for 2000 bits
  EXPECT_EQ(run_out(shares), (std::vector<std::pair<Picoseconds, std::uint32_t>>{
                                 {2'000'000_ps, 0}, {4'000'000_ps, 1}}));
}

TEST(FairShares, TheUnusedBandwidthOfASlowFlowIsSharedByTheOthers) {
  FairShares shares;
  for (int i = 0; i < 8; ++i) {
    shares.add_link(900_bps);
  }
  // Three flows to host 0; the first shares the link of its sender with two more.
  shares.start(0, between(shares, 1, 0), bits(1), 0_ps);
  shares.start(1, between(shares, 2, 0), bits(1), 0_ps);
  shares.start(2, between(shares, 1, 3), bits(1), 0_ps);
  shares.start(3, between(shares, 1, 2), bits(1), 0_ps);
  const auto rate = [&](std::uint32_t flow) {
    const Rate r = shares.rate_of(flow);
    return static_cast<double>(r.bits) / static_cast<double>(r.per);
  };
  EXPECT_EQ(rate(0), 300);
  EXPECT_EQ(rate(1), 600);
  EXPECT_EQ(rate(2), 300);
}

TEST(FairShares, AFlowCanBeStoppedAndGoOnLater) {
  FairShares shares;
  shares.add_link(megabits(1000));
  shares.start(5, shares.route_over(std::array{0U}), bits(1000), 0_ps);
  const Service rest = shares.stop(5, 250'000_ps);
  EXPECT_EQ(rest, bits(750));
  EXPECT_EQ(shares.next(), kNever);
  shares.start(5, shares.route_over(std::array{0U}), rest, 1'000'000_ps);
  EXPECT_EQ(shares.next(), 1'750'000_ps);
}

TEST(FairShares, TheNextPartOfAFlowLosesNoFractionOfAPicosecond) {
  FairShares shares;
  shares.add_link(megabits(3000));
  shares.start(0, shares.route_over(std::array{0U}), bits(512), 0_ps);
  for (int message = 1; message < 3000; ++message) {
    ASSERT_EQ(shares.first_ended(shares.next()), 0U);
    shares.carry_on(0, bits(512), shares.next());
  }
  EXPECT_EQ(shares.next(), 512'000'000_ps);  // 170,666 2/3 ps each
}

TEST(FairShares, AFlowMayHaveMorePartsThanACountCanAdd) {
  constexpr std::uint64_t kTebibyte = std::uint64_t{1} << 40;  // 2^128 / service_of() is 35.2
  FairShares shares;
  shares.add_link(megabits(8'000'000));
  shares.start(0, shares.route_over(std::array{0U}), service_of(kTebibyte), 0_ps);
  for (int message = 1; message < 40; ++message) {
    ASSERT_EQ(shares.first_ended(shares.next()), 0U);
    shares.carry_on(0, service_of(kTebibyte), shares.next());
  }
  EXPECT_EQ(shares.next(), Picoseconds(std::int64_t{40} << 40));
}

TEST(FairShares, AFlowThatFindsOneAloneGetsHalfFromThenOn) {
  FairShares shares;
  for (int i = 0; i < 6; ++i) {
    shares.add_link(megabits(1000));
  }
  shares.start(0, between(shares, 1, 0), bits(2000), 0_ps);
  EXPECT_EQ(shares.next(), 2'000'000_ps);
  shares.start(1, between(shares, 2, 0), bits(500), 1'000'001_ps);
  // 999.999 bits of the first are left, at half the bandwidth until the second has carried 500
  EXPECT_EQ(run_out(shares), (std::vector<std::pair<Picoseconds, std::uint32_t>>{
                                 {2'000'001_ps, 1}, {2'500'000_ps, 0}}));
}

TEST(FairShares, FlowsThatEndAtOneInstantLoseNoFractionOfAPicosecond) {
  FairShares shares;
  for (int i = 0; i < 10; ++i) {
    shares.add_link(megabits(941));
  }
  // 1 and 2 send to 0 at the same time, and 4 us later each to another host; the halves end
  // together.
  shares.start(0, between(shares, 1, 0), bits(16384), 0_ps);
  shares.start(1, between(shares, 2, 0), bits(16384), 0_ps);
  EXPECT_NE(shares.next(), kNever);
  shares.start(2, between(shares, 1, 3), bits(16384), 4'307'200_ps);
  shares.start(3, between(shares, 2, 4), bits(16384), 4'307'200_ps);
  // 34,822,529.2 ps; and 4,307,200 / 2 + 34,822,529.2 ps
  EXPECT_EQ(run_out(shares),
            (std::vector<std::pair<Picoseconds, std::uint32_t>>{
                {34'822'530_ps, 0}, {34'822'530_ps, 1}, {36'976'130_ps, 2}, {36'976'130_ps, 3}}));
}

TEST(FairShares, FlowsThatShareNothingDoNotWaitForOneAnother) {
  FairShares shares;
  shares.start_alone(3, megabits(2'000), bits(2000), 0_ps);
  shares.start_alone(1, megabits(2'000), bits(1000), 0_ps);
  EXPECT_EQ(run_out(shares), (std::vector<std::pair<Picoseconds, std::uint32_t>>{
                                 {500'000_ps, 1}, {1'000'000_ps, 3}}));
}

TEST(FairShares, AFlowThatBeginsLaterKeepsTheProgressOfTheOthers) {
  FairShares shares;
  for (int i = 0; i < 8; ++i) {
    shares.add_link(megabits(1000));
  }
  shares.start(0, between(shares, 1, 0), bits(3000), 0_ps);
  shares.start(1, between(shares, 2, 0), bits(3000), 0_ps);
  EXPECT_EQ(shares.next(), 6'000'000_ps);
  shares.start(2, between(shares, 3, 0), bits(100), 1'000'000_ps);
  // The third has its 100 bits by 1.3 us, when each of the others has 600.
  EXPECT_EQ(run_out(shares), (std::vector<std::pair<Picoseconds, std::uint32_t>>{
                                 {1'300'000_ps, 2}, {6'100'000_ps, 0}, {6'100'000_ps, 1}}));
}

TEST(FairShares, LongRoutesWithTheSameEndsAreDifferent) {
  FairShares shares;
  for (const std::uint64_t bandwidth : {1000U, 100U, 200U, 1000U}) {
    shares.add_link(megabits(bandwidth));
  }
  shares.start(0, shares.route_over(std::array{0U, 1U, 3U}), bits(1000), 0_ps);
  shares.start(1, shares.route_over(std::array{0U, 2U, 3U}), bits(1000), 0_ps);
  EXPECT_EQ(run_out(shares), (std::vector<std::pair<Picoseconds, std::uint32_t>>{
                                 {5'000'000_ps, 1}, {10'000'000_ps, 0}}));
}

/// A random subset of the links in random order.
std::vector<std::uint32_t> any_route(std::uint32_t links) {
  std::vector<std::uint32_t> route;
  for (auto left = *rc::gen::inRange(1U, 6U); left > 0; --left) {
    const auto link = *rc::gen::inRange<std::uint32_t>(0, links);
    if (std::find(route.begin(), route.end(), link) == route.end()) {
      route.push_back(link);
    }
  }
  return route;
}

RC_GTEST_PROP(FairSharesProperty, RatesOnRoutesOfAnyLengthAreThoseOfProgressiveFilling, ()) {
  constexpr std::uint32_t kLinks = 6;
  FairShares shares;
  std::vector<std::int64_t> bandwidths;
  for (std::uint32_t link = 0; link < kLinks; ++link) {
    bandwidths.push_back(*rc::gen::element<std::int64_t>(12, 30, 60, 120));
    shares.add_link(BitsPerSecond(static_cast<std::uint64_t>(bandwidths.back())));
  }
  std::map<std::uint32_t, naive::Flow> flows;
  Picoseconds now;
  for (int step = *rc::gen::inRange(1, 30); step > 0; --step) {
    now += Picoseconds(*rc::gen::element(0, 0, 1, 700));
    const auto id = *rc::gen::inRange<std::uint32_t>(0, 7);
    if (flows.contains(id)) {
      shares.stop(id, now);
      flows.erase(id);
    } else {
      const std::vector<std::uint32_t> route = any_route(kLinks);
      shares.start(id, shares.route_over(route), service_of(1'000'000), now);
      flows[id] = {route};
    }
    for (const auto& [flow, rate] : naive::rates(bandwidths, flows)) {
      const Rate got = shares.rate_of(flow);
      RC_ASSERT(got.bits * static_cast<Wide>(rate.bottom) == static_cast<Wide>(rate.top) * got.per);
    }
  }
}

/// Flows begin and end on a random switch, often at the same instant. At every instant, all rates
/// are those of the naive model.
RC_GTEST_PROP(FairSharesProperty, RatesAreThoseOfProgressiveFilling, ()) {
  const auto hosts = *rc::gen::inRange<std::uint32_t>(2, 7);
  const bool same = *rc::gen::arbitrary<bool>();
  FairShares shares;
  std::vector<std::int64_t> bandwidths;
  for (std::uint32_t link = 0; link < 2 * hosts; ++link) {
    bandwidths.push_back(same ? 60 : *rc::gen::element<std::int64_t>(12, 30, 60, 60, 120));
    shares.add_link(BitsPerSecond(static_cast<std::uint64_t>(bandwidths.back())));
  }
  std::map<std::uint32_t, naive::Flow> flows;
  const auto steps = *rc::gen::inRange(1, 40);
  Picoseconds now;
  for (int step = 0; step < steps; ++step) {
    now += Picoseconds(*rc::gen::element(0, 0, 1, 700));
    const auto id = *rc::gen::inRange<std::uint32_t>(0, 9);
    if (flows.contains(id)) {
      shares.stop(id, now);
      flows.erase(id);
    } else {
      const auto from = *rc::gen::inRange<std::uint32_t>(0, hosts);
      const auto to = *rc::gen::inRange<std::uint32_t>(0, hosts);
      shares.start(id, between(shares, from, to), service_of(1'000'000), now);
      flows[id] = {{2 * from, 2 * to + 1}};
    }
    if (*rc::gen::arbitrary<bool>()) {
      continue;
    }
    const auto expected = naive::rates(bandwidths, flows);
    for (const auto& [flow, rate] : expected) {
      const Rate got = shares.rate_of(flow);
      RC_ASSERT(got.bits * static_cast<Wide>(rate.bottom) == static_cast<Wide>(rate.top) * got.per);
    }
  }
}

/// By its end, each flow has carried exactly its bits, independently of the other flows.
RC_GTEST_PROP(FairSharesProperty, FlowsEndAccordingToTheReferenceRates, ()) {
  const auto hosts = *rc::gen::inRange<std::uint32_t>(2, 6);
  FairShares shares;
  const std::vector<std::int64_t> bandwidths(std::size_t{2} * hosts, 1'000'000'000);
  for (std::uint32_t link = 0; link < 2 * hosts; ++link) {
    shares.add_link(megabits(1000));
  }
  std::map<std::uint32_t, naive::Flow> flows;
  std::map<std::uint32_t, double> left;  // bits
  const auto count = *rc::gen::inRange<std::uint32_t>(1, 24);
  for (std::uint32_t id = 0; id < count; ++id) {
    const auto from = *rc::gen::inRange<std::uint32_t>(0, hosts);
    const auto to = *rc::gen::inRange<std::uint32_t>(0, hosts);
    const auto bytes = *rc::gen::inRange<std::uint64_t>(1, 10'000);
    shares.start(id, between(shares, from, to), service_of(bytes), 0_ps);
    flows[id] = {{2 * from, 2 * to + 1}};
    left[id] = 8.0 * static_cast<double>(bytes);
  }
  Picoseconds before;
  while (!flows.empty()) {
    const Picoseconds now = shares.next();
    RC_ASSERT(now != kNever);
    const double seconds = static_cast<double>((now - before).count()) * 1e-12;
    for (const auto& [id, rate] : naive::rates(bandwidths, flows)) {
      left[id] -= seconds * static_cast<double>(rate.top) / static_cast<double>(rate.bottom);
      RC_ASSERT(left[id] > -0.01);  // 10 ps
    }
    while (const auto ended = shares.first_ended(now)) {
      shares.end(*ended, now);
      RC_ASSERT(left[*ended] < 0.01);
      flows.erase(*ended);
    }
    before = now;
  }
}

TEST(FairShares, TenThousandFlowsIntoOneLinkTakeLinearTime) {
  constexpr std::uint32_t kHosts = 10'001;
  FairShares shares;
  for (std::uint32_t i = 0; i < 2 * kHosts; ++i) {
    shares.add_link(megabits(1000));
  }
  for (std::uint32_t from = 1; from < kHosts; ++from) {
    shares.start(from, between(shares, from, 0), bits(1000), Picoseconds(from));
  }
  // A timer for each flow would be moved 10^8 times and take minutes.
  const auto ends = run_out(shares);
  ASSERT_EQ(ends.size(), kHosts - 1);
  EXPECT_EQ(ends.back().first, 10'000'000'001_ps);
}

}  // namespace
}  // namespace dps::machines
