#include "predictor/calibration/leg.h"

#include <gtest/gtest.h>

#include "tests/predictor/virtual_time/prediction.h"
#include "tests/support/time_units.h"

namespace dps::calibration {
namespace {

using predictor::test::predicted;

/// A machine with one host. All costs of a message are different.
machines::NativeDescription machine() {
  machines::NativeDescription machine;
  machine.hosts.push_back({"n0", "", 1000, 2, {}});
  machine.multiply.push_back(2'000'000'000_as);
  machine.network.bandwidth = machine.network.local_bandwidth = 8'000'000'000_bps;  // 1 ns per byte
  machine.network.latency = machine.network.local_latency = 10'000'000_ps;
  machine.cost.send = 5'000'000_ps;
  machine.cost.receive = 3'000'000_ps;
  machine.cost.wakeup = 2'000'000_ps;
  machine.cost.xdr_per_byte = 500'000'000_as_per_byte;
  machine.cost.unpack_per_byte = 250'000'000_as_per_byte;
  return machine;
}

std::vector<LegTimes> times_of(const std::vector<Leg>& legs) {
  return leg_times(legs, predicted(pair_blueprint(legs, std::nullopt), machine()).run);
}

TEST(Leg, APingPongMeasuresASendAndHalfARound) {
  const auto times = times_of({{LegKind::kPingPong, 1000, 10, Packing::kOff, Seconds(0)},
                               {LegKind::kPingPong, 0, 2, Packing::kOff, Seconds(0)},
                               {LegKind::kPingPong, 1000, 3, Packing::kXdr, Seconds(0)}});
  EXPECT_NEAR(times[0].send, 5e-6, 1e-12);
  EXPECT_NEAR(times[0].rest, 21e-6, 1e-12);  // send, 1000 bytes, latency, wake-up, take
  EXPECT_NEAR(times[1].rest, 20e-6, 1e-12);
  EXPECT_NEAR(times[2].send, 5.5e-6, 1e-12);
  EXPECT_NEAR(times[2].rest, 21.75e-6, 1e-12);
}

TEST(Leg, ADrainMeasuresTheCostOfTakingAlone) {
  const auto times = times_of({{LegKind::kDrain, 100, 20, Packing::kOff, Seconds(0.001)},
                               {LegKind::kPingPong, 0, 2, Packing::kOff, Seconds(0)},
                               {LegKind::kDrain, 0, 1, Packing::kOff, Seconds(0.001)}});
  EXPECT_NEAR(times[0].send, 5e-6, 1e-12);
  EXPECT_NEAR(times[0].rest, 3e-6, 1e-12);
  EXPECT_NEAR(times[1].rest, 20e-6, 1e-12);  // independent of the other legs
  EXPECT_NEAR(times[2].rest, 3e-6, 1e-12);
}

TEST(Leg, PackingIsMeasuredInBothProcesses) {
  const Leg leg{LegKind::kPingPong, 1000, 10, Packing::kXdr, Seconds(0)};
  const auto run = predicted(pair_blueprint({&leg, 1}, std::nullopt), machine()).run;
  EXPECT_NEAR(pack_times(leg, run).a, 0.5e-6, 1e-12);
  EXPECT_NEAR(pack_times(leg, run).b, 0.5e-6, 1e-12);
}

TEST(Leg, PairsPlayAtOnceAndTheLongestTimesCount) {
  const Leg leg{LegKind::kPingPong, 1000, 10, Packing::kOff, Seconds(0)};
  auto run = predicted(pairs_blueprint(leg, {3, {}}), machine()).run;
  ASSERT_EQ(run.processes.size(), 6U);
  const double alone =
      leg_times({&leg, 1}, predicted(pair_blueprint({&leg, 1}, std::nullopt), machine()).run)
          .front()
          .rest;
  const LegTimes times = longest_times(leg, run);
  EXPECT_GE(times.rest, alone - 1e-12);
  EXPECT_GE(times.send, 5e-6 - 1e-12);
  for (auto& unit : run.processes.at(1).units) {  // of A.p[1]
    unit.real_s += 1;
  }
  EXPECT_GT(longest_times(leg, run).rest, times.rest);
}

TEST(Leg, PairsHaveTheHostsOfTheirProcesses) {
  const Leg leg{LegKind::kPingPong, 0, 2, Packing::kOff, Seconds(0)};
  const std::string text = pairs_blueprint(leg, {2, {"n1", "n1", "n2", "n2"}});
  EXPECT_NE(text.find("P A.p 2 "), std::string::npos) << text;
  EXPECT_NE(text.find("O Ping0.o B.p[{self}] "), std::string::npos) << text;
  EXPECT_TRUE(
      text.ends_with("T A.p[0] H0 NAME = \"n1\"\nT A.p[1] H0 NAME = \"n1\"\n"
                     "T B.p[0] H2 NAME = \"n2\"\nT B.p[1] H2 NAME = \"n2\"\n"))
      << text;
}

TEST(Leg, HostsAreNamedWhereThereAreAny) {
  const std::vector<Leg> legs{{LegKind::kPingPong, 8, 2, Packing::kOff, Seconds(0)}};
  const auto apart = predictor::test::program_of(pair_blueprint(legs, Pair({"a", "b"})));
  EXPECT_EQ(apart.logical_hosts.size(), 2U);
  const auto together = predictor::test::program_of(pair_blueprint(legs, Pair({"a", "a"})));
  EXPECT_EQ(together.logical_hosts.size(), 1U);
}

TEST(Leg, MultiplyingIsMeasuredOnOneHostAfterTheOther) {
  const std::vector<std::string> hosts{"a", "b", "c"};
  machines::NativeDescription lab = machine();
  lab.hosts = {{"a", "", 1000, 1, {}}, {"b", "", 1000, 1, {}}, {"c", "", 1000, 1, {}}};
  lab.multiply = {1'000'000'000_as, 2'000'000'000_as, 3'000'000'000_as};
  const auto made = predicted(work_blueprint(hosts, 1e6), lab);
  const auto times = multiply_times(1e6, made.run);
  ASSERT_EQ(times.size(), 3U);
  EXPECT_NEAR(times[0], 1e-9, 1e-15);
  EXPECT_NEAR(times[2], 3e-9, 1e-15);
  EXPECT_GT(made.run.makespan_s, 6e-3);
  EXPECT_EQ(multiply_times(1e6, predicted(work_blueprint({}, 1e6), machine()).run).size(), 1U);
}

}  // namespace
}  // namespace dps::calibration
