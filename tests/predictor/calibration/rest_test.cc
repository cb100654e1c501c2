#include "predictor/calibration/rest.h"

#include <gtest/gtest.h>

#include "tests/predictor/virtual_time/prediction.h"
#include "tests/support/time_units.h"

namespace dps::calibration {
namespace {

/// A core wakes up in 2 us, and in 90 us once it has rested for 300 us.
machines::NativeDescription machine(bool rests) {
  machines::NativeDescription machine;
  machine.hosts.push_back({"n0", "", 1000, 2, {}});
  machine.multiply.push_back(2'000'000'000_as);
  machine.network.bandwidth = machine.network.local_bandwidth = 8'000'000'000_bps;
  machine.network.latency = machine.network.local_latency = 10'000'000_ps;
  machine.cost.send = 5'000'000_ps;
  machine.cost.receive = 3'000'000_ps;
  machine.cost.wakeup = 2'000'000_ps;
  if (rests) {
    machine.cost.rested = {300'000'000_ps, 90'000'000_ps};
  }
  return machine;
}

std::optional<RestFinding> found_on(const machines::NativeDescription& machine) {
  const std::vector<Leg> legs = rest_legs(Effort::kFull);
  const auto run = predictor::test::predicted(pair_blueprint(legs, std::nullopt), machine).run;
  std::vector<double> halves;
  for (const LegTimes& times : leg_times(legs, run)) {
    halves.push_back(times.rest);
  }
  return rest_of(legs, halves);
}

TEST(Rest, IsFoundBetweenThePausesThatItLiesBetween) {
  const auto found = found_on(machine(true));
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->later, 88e-6, 1e-9);
  EXPECT_GT(found->rest, 200e-6);
  EXPECT_LT(found->rest, 400e-6);
}

TEST(Rest, OfACoreThatWakesUpAsQuicklyIsNotFound) {
  EXPECT_FALSE(found_on(machine(false)).has_value());
}

TEST(Rest, ThatIsShorterThanAllPausesIsBelowTheShortestOne) {
  const std::vector<Leg> legs = rest_legs(Effort::kQuick);
  std::vector<double> halves(legs.size(), 60e-6);
  halves.front() = 20e-6;
  const auto found = rest_of(legs, halves);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->later, 80e-6, 1e-12);
  EXPECT_LT(found->rest, legs[1].hold.count());
}

}  // namespace
}  // namespace dps::calibration
