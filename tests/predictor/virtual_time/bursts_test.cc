// Bursts, compared with closed forms, to the picosecond.
#include <string>

#include <gtest/gtest.h>

#include "tests/predictor/virtual_time/prediction.h"
#include "tests/support/time_units.h"

namespace dps::predictor {
namespace {

using test::kBusyReceiver;
using test::kFanIn;
using test::makespan_ps;
using test::predicted;
using test::process;

constexpr std::int64_t kByte = 80'000;  // picoseconds at 100 Mbit/s
constexpr std::int64_t kLatency = 50'000'000;

/// Only the network takes time: 100 Mbit/s, 50 us, bursts of 2,000 bytes.
machines::NativeDescription shaped(std::uint32_t hosts) {
  machines::NativeDescription machine;
  for (std::uint32_t i = 0; i < hosts; ++i) {
    machine.hosts.push_back({"n" + std::to_string(i), "", 1000, 1, {}});
    machine.multiply.push_back(1_as);
  }
  machine.network.bandwidth = machine.network.local_bandwidth = 100'000'000_bps;
  machine.network.latency = machine.network.local_latency = Picoseconds(kLatency);
  machine.network.burst = 2'000;
  return machine;
}

/// One process sends 2,000 bytes twice.
constexpr const char* kApart = R"(
V pause 0
O out.o   B.p -t R.m -b 2000
I both.i  2 R.m
C pause.c sleep {pause}
F first.f NULL   NULL    out.o then.fu
F then.f  NULL   pause.c out.o NULL
F got.f   both.i NULL    NULL  NULL
U a.fu    first.f
U then.fu then.f
U b.fu    got.f
P A.p 1 a.fu then.fu
P B.p 1 b.fu
)";

TEST(Bursts, BytesWithTokensPassAtOnce) {
  const auto of = [](const char* n, const char* bytes) {
    return makespan_ps(predicted(kFanIn, shaped(2), {{"k", "1"}, {"n", n}, {"bytes", bytes}}));
  };
  EXPECT_EQ(of("2", "1000"), kLatency);
  EXPECT_EQ(of("2", "1500"), 1'000 * kByte + kLatency);
  EXPECT_EQ(of("4", "5000"), 18'000 * kByte + kLatency);
}

TEST(Bursts, TokensComeBackWhileNothingCrosses) {
  const auto of = [](const char* pause) {
    return makespan_ps(predicted(kApart, shaped(2), {{"pause", pause}}));
  };
  EXPECT_EQ(of("0"), 2'000 * kByte + kLatency);
  EXPECT_EQ(of("0.0001"), 100'000'000 + 750 * kByte + kLatency);  // 1,250 bytes in 100 us
  EXPECT_EQ(of("0.00016"), 160'000'000 + kLatency);
  EXPECT_EQ(of("100"), 100 * machines::kPicosecondsPerSecond + kLatency);  // not more than 2,000
}

/// Both messages pass at the instant at which they are sent, so that the link is idle afterwards.
TEST(Bursts, TokensComeBackAfterTwoMessagesOfAPairThatPassedTogether) {
  std::string twice = kApart;
  twice.replace(twice.find("2 R.m"), 1, "3");
  twice.replace(twice.find("out.o then.fu"), 5, "few.o");
  twice += "O few.o B.p -t R.m -b 500 -n 2\n";
  EXPECT_EQ(makespan_ps(predicted(twice.c_str(), shaped(2), {{"pause", "0.001"}})),
            1'000'000'000 + kLatency);
}

TEST(Bursts, FlowsIntoOneLinkHaveItsTokensTogether) {
  const auto made = predicted(kFanIn, shaped(4), {{"k", "3"}, {"bytes", "1500"}});
  // 4,500 bytes, 2,000 of them in the burst: all of the first message, 500 of the second
  EXPECT_EQ(makespan_ps(made), 2'500 * kByte + kLatency);
}

TEST(Bursts, TheSlowerOfTwoLinksDeterminesTheBurst) {
  auto machine = shaped(2);
  machine.network.links = {{10'000'000_bps, {}, 0}, {{}, {}, 2'000}};
  const test::Settings fan{{"k", "1"}, {"bytes", "5000"}};
  EXPECT_EQ(makespan_ps(predicted(kFanIn, machine, fan)), 5'000 * 10 * kByte + kLatency);
  machine.network.links[0].burst = 3'000;  // the burst of the other link is 2,000
  EXPECT_EQ(makespan_ps(predicted(kFanIn, machine, fan)), 3'000 * 10 * kByte + kLatency);
  machine.network.links[1] = {};
  EXPECT_EQ(makespan_ps(predicted(kFanIn, machine, fan)), 2'000 * 10 * kByte + kLatency);
}

TEST(Bursts, TokensAreRefilledWhileAFlowIsBlockedByAFullBuffer) {
  auto machine = shaped(2);
  machine.network.buffer = 2'500;
  const auto made = predicted(kBusyReceiver, machine, {{"bytes", "12500"}});
  // 2,500 bytes leave by 40 us. When B listens, 2,000 pass at once. The send ends when 10,000 bytes
  // have left; the rest follows.
  EXPECT_EQ(process(made, 0).real_s, 0.01 + 5'500 * 80e-9);
  EXPECT_EQ(makespan_ps(made), 10'000'000'000 + 8'000 * kByte + kLatency);
}

TEST(Bursts, ABusHasOneForAll) {
  auto machine = shaped(4);
  machine.network.kind = machines::NetworkKind::kBus;
  const auto made = predicted(kFanIn, machine, {{"k", "3"}, {"bytes", "1500"}});
  EXPECT_EQ(makespan_ps(made), 2'500 * kByte + kLatency);
}

TEST(Bursts, WithinAHostThereIsNoLink) {
  EXPECT_EQ(makespan_ps(predicted(kFanIn, shaped(1), {{"k", "1"}, {"n", "2"}, {"bytes", "1500"}})),
            3'000 * kByte + kLatency);
}

}  // namespace
}  // namespace dps::predictor
