#include "predictor/calibration/fit.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/predictor/calibration/synthetic.h"

namespace dps::calibration {
namespace {

using test::observe;
using test::usual_costs;

/// Expects that the relative difference is at most `share`.
void expect_near(double found, double wanted, double share, const char* what) {
  EXPECT_NEAR(found, wanted, share * wanted) << what;
}

void expect_costs(const Costs& found, const Costs& wanted, double share) {
  expect_near(found.send_waking, wanted.send_waking, share, "send, waking");
  expect_near(found.send, wanted.send, share, "send");
  expect_near(found.take, wanted.take, share, "take");
  expect_near(found.wakeup, wanted.wakeup, share, "wakeup");
  expect_near(found.copy_per_byte, wanted.copy_per_byte, share, "copy");
  expect_near(found.xdr_per_byte, wanted.xdr_per_byte, share, "xdr");
  expect_near(found.unpack_per_byte, wanted.unpack_per_byte, share, "unpack");
  ASSERT_EQ(found.bytes.size(), wanted.bytes.size());
  for (std::size_t i = 0; i < wanted.bytes.size(); ++i) {
    EXPECT_EQ(found.bytes[i].size, wanted.bytes[i].size);
    expect_near(found.bytes[i].send, wanted.bytes[i].send, share, "send, per byte");
    expect_near(found.bytes[i].take, wanted.bytes[i].take, share, "take, per byte");
  }
  ASSERT_EQ(found.paths.size(), wanted.paths.size());
  for (std::size_t i = 0; i < wanted.paths.size(); ++i) {
    expect_near(found.paths[i].latency, wanted.paths[i].latency, share, "latency");
    expect_near(found.paths[i].per_byte, wanted.paths[i].per_byte, share, "path, per byte");
  }
}

TEST(Fit, ExactTimesGiveTheCostsBehindThem) {
  const Costs costs = usual_costs();
  const auto seen = observe(costs);
  const CostFit found = fit(seen, 2);
  expect_costs(found.costs, costs, 1e-3);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_NEAR(found.predicted[i] / seen[i].seconds, 1, 1e-3);
  }
}

TEST(Fit, ABendIsFoundAtTheSizeWhereItIs) {
  Costs costs = usual_costs();
  costs.bytes = {{0, 0.15e-9, 0.1e-9}, {65536, 0.6e-9, 0.4e-9}};
  expect_costs(fit(observe(costs), 2).costs, costs, 1e-3);
}

TEST(Fit, NoiseMovesCostsOnlyByAsMuchAndBendsNothing) {
  const Costs costs = usual_costs();
  std::mt19937 random(7);
  std::normal_distribution<double> noise(1, 0.02);
  const CostFit found = fit(observe(costs, [&](std::size_t) { return noise(random); }), 2);
  ASSERT_EQ(found.costs.bytes.size(), 1U);
  expect_near(found.costs.send_waking, costs.send_waking, 0.05, "send");
  expect_near(found.costs.paths[1].latency, costs.paths[1].latency, 0.05, "latency");
  expect_near(found.costs.paths[1].per_byte, costs.paths[1].per_byte, 0.05, "path, per byte");
  expect_near(found.costs.xdr_per_byte, costs.xdr_per_byte, 0.1, "xdr");
}

TEST(Fit, TimesThatVariedHaveLessWeight) {
  const Costs costs = usual_costs();
  auto seen = observe(costs);
  seen[0].seconds *= 3;
  const double trusted = fit(seen, 2).predicted[0];
  seen[0].error = 10;
  EXPECT_LT(std::abs(fit(seen, 2).predicted[0] - predicted(costs, seen[0])),
            std::abs(trusted - predicted(costs, seen[0])) / 10);
}

TEST(Fit, ABurstIsFoundAndDoesNotChangeTheBandwidth) {
  for (const double burst : {1500.0, 3200.0, 20480.0}) {
    Costs costs = usual_costs();
    costs.paths[1] = {50e-6, 80e-9, burst};  // 100 Mbit/s
    std::mt19937 random(11);
    std::normal_distribution<double> noise(1, 0.02);
    const CostFit found = fit(observe(costs, [&](std::size_t) { return noise(random); }), 2);
    expect_near(found.costs.paths[1].burst, burst, 0.2, "burst");
    expect_near(found.costs.paths[1].per_byte, costs.paths[1].per_byte, 0.03, "path, per byte");
    expect_near(found.costs.paths[1].latency, costs.paths[1].latency, 0.1, "latency");
  }
}

RC_GTEST_PROP(Fit, TimesThatVaryAreNotABurst, ()) {
  Costs costs = usual_costs();
  costs.paths[1] = {50e-6, 80e-9};
  const auto factors = *rc::gen::container<std::vector<int>>(200, rc::gen::inRange(95, 106));
  const auto seen = observe(
      costs, [&](std::size_t i) { return static_cast<double>(factors[i % factors.size()]) / 100; });
  RC_ASSERT(fit(seen, 2).costs.paths[1].burst == 0);
}

RC_GTEST_PROP(Fit, NoCostIsEverNegative, ()) {
  const auto factors = *rc::gen::container<std::vector<int>>(200, rc::gen::inRange(1, 400));
  const auto seen = observe(usual_costs(), [&](std::size_t i) {
    return static_cast<double>(factors[i % factors.size()]) / 100;
  });
  const Costs costs = fit(seen, 2).costs;
  for (const double cost : {costs.send_waking, costs.send, costs.take, costs.wakeup,
                            costs.copy_per_byte, costs.xdr_per_byte, costs.unpack_per_byte}) {
    RC_ASSERT(cost >= 0);
  }
  for (const ByteCost& bytes : costs.bytes) {
    RC_ASSERT(bytes.send >= 0 && bytes.take >= 0);
  }
  for (const PathCost& path : costs.paths) {
    RC_ASSERT(path.latency >= 0 && path.per_byte >= 0);
  }
}

}  // namespace
}  // namespace dps::calibration
