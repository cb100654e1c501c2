#include "predictor/calibration/crowd.h"

#include <utility>

#include <gtest/gtest.h>

#include "tests/predictor/virtual_time/prediction.h"
#include "tests/support/time_units.h"

namespace dps::calibration {
namespace {

machines::NativeDescription machine_with(Picoseconds turn, std::uint32_t cores) {
  machines::NativeDescription machine;
  machine.hosts.push_back({"n0", "", 1000, cores, {}, turn});
  machine.multiply.push_back(2'000'000'000_as);
  machine.network.bandwidth = machine.network.local_bandwidth = 8'000'000'000_bps;
  machine.network.latency = machine.network.local_latency = 10'000'000_ps;
  machine.cost.send = 5'000'000_ps;
  machine.cost.receive = 3'000'000_ps;
  machine.cost.wakeup = 20'000'000_ps;
  return machine;
}

/// The finding on a machine with this turn, from a prediction on it.
std::optional<TurnFinding> found_on(Picoseconds turn, std::uint32_t cores) {
  const Crowd crowd = *crowd_on(cores, std::nullopt, Effort::kFull);
  const auto run =
      predictor::test::predicted(crowd_blueprint(crowd), machine_with(turn, cores)).run;
  return turn_of(machine_with({}, cores), {crowd, median_time(run)});
}

TEST(Crowd, TheTurnOfAMachineIsFoundAgain) {
  for (const std::uint32_t cores : {2U, 8U}) {
    const auto found = found_on(1'500'000'000_ps, cores);
    ASSERT_TRUE(found.has_value());
    EXPECT_NEAR(static_cast<double>(found->turn.count()), 1.5e9, 0.3e9) << cores;
    EXPECT_GT(found->median, found->shared);
  }
}

TEST(Crowd, SeveralTurnsExplainTheTimesOnOneCore) {
  EXPECT_TRUE(found_on(1'500'000'000_ps, 1).has_value());
}

TEST(Crowd, CoresThatAreSharedEvenlyHaveNoTurn) {
  const auto found = found_on({}, 2);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->turn, 0_ps);
  EXPECT_EQ(found->median, found->shared);
}

TEST(Crowd, NoTurnExplainsAHostThatIsTooSlow) {
  const Crowd crowd = *crowd_on(2, std::nullopt, Effort::kFull);
  EXPECT_EQ(turn_of(machine_with({}, 2), {crowd, 1.0}), std::nullopt);
}

TEST(Crowd, UsesThreeFifthsOfTheTimeOfItsCores) {
  for (const std::uint32_t cores : {1U, 2U, 16U, 64U}) {
    const Crowd crowd = *crowd_on(cores, std::nullopt, Effort::kFull);
    const auto run =
        predictor::test::predicted(crowd_blueprint(crowd), machine_with({}, cores)).run;
    double computing = 0;
    for (const auto& process : run.processes) {
      computing += process.cpu_s;
    }
    EXPECT_NEAR(computing / (run.makespan_s * cores), 0.6, 0.12) << cores;
  }
}

TEST(Crowd, IsOnItsHost) {
  machines::NativeDescription machine = machine_with({}, 2);
  machine.hosts.push_back({"n1", "", 1000, 2, {}});
  machine.multiply.push_back(2'000'000'000_as);
  const auto run = predictor::test::predicted(crowd_blueprint({2, 100, "n1"}), machine).run;
  ASSERT_EQ(run.processes.size(), 5U);
  for (const auto& process : run.processes) {
    EXPECT_EQ(process.host, "n1");
  }
}

TEST(Crowd, IsNotMeasuredOnVeryManyCores) {
  EXPECT_EQ(crowd_on(65, std::nullopt, Effort::kFull), std::nullopt);
  EXPECT_EQ(crowd_on(64, "n1", Effort::kQuick), (Crowd{64, 100, "n1"}));
}

}  // namespace
}  // namespace dps::calibration
