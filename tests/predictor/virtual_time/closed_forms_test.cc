// Predictions, compared with closed forms, to the picosecond.
#include <algorithm>

#include <gtest/gtest.h>

#include "predictor/machines/kinds/architecture/architecture_machine.h"
#include "tests/predictor/virtual_time/prediction.h"
#include "tests/support/fixed_machine.h"
#include "tests/support/time_units.h"

namespace dps::predictor {
namespace {

using test::kBusyReceiver;
using test::kFanIn;
using test::makespan_ps;
using test::predicted;
using test::process;

/// A machine with 100 Mbit/s and 50 us; 5 us + 0.1 ns per byte to send, 4 us + 0.1 ns per byte to
/// take.
machines::NativeDescription lab(std::uint32_t hosts) {
  machines::NativeDescription lab;
  lab.name = "lab";
  for (std::uint32_t i = 0; i < hosts; ++i) {
    lab.hosts.push_back({"n" + std::to_string(i), "SUN", 1000, 1, {}});
    lab.multiply.push_back(1'100'000'000_as);
  }
  lab.network.bandwidth = 100'000'000_bps;
  lab.network.latency = 50'000'000_ps;
  lab.network.local_bandwidth = 16'000'000'000_bps;
  lab.network.local_latency = 5'000'000_ps;
  lab.cost.send = 5'000'000_ps;
  lab.cost.send_per_byte = 100'000'000_as_per_byte;
  lab.cost.receive = 4'000'000_ps;
  lab.cost.receive_per_byte = 100'000'000_as_per_byte;
  return lab;
}

/// The machine lab() without CPU costs.
machines::NativeDescription bare(std::uint32_t hosts) {
  machines::NativeDescription bare = lab(hosts);
  bare.cost = {};
  return bare;
}

constexpr const char* kRing = R"(
I Token.i  1 Token.m
O Pass.o   Ring.p[{(self+1)%count}] -t Token.m -b {bytes}
F begin.f  NULL     NULL    {self==0 ? Pass.o : NULL}  ring.fu
F pass.f   Token.i  NULL    Pass.o                     SAME*{self==0 ? rounds-2 : rounds-1},{self==0 ? last.fu : NULL}
F last.f   Token.i  NULL    NULL                       NULL
U begin.fu  begin.f
U ring.fu   pass.f
U last.fu   last.f
P Ring.p {n} begin.fu ring.fu last.fu
V n 8
V rounds 100
V bytes 64
)";

TEST(ClosedForms, ARingIsItsHops) {
  // send 5 us + 6.4 ns, 512 bits at 100 Mbit/s, 50 us, take 4 us + 6.4 ns
  constexpr std::int64_t kHop = 5'006'400 + 5'120'000 + 50'000'000 + 4'006'400;
  EXPECT_EQ(makespan_ps(predicted(kRing, lab(8))), 800 * kHop);
}

TEST(ClosedForms, APingPongIsARingOfTwo) {
  constexpr std::int64_t kHop = 5'006'400 + 5'120'000 + 50'000'000 + 4'006'400;
  EXPECT_EQ(makespan_ps(predicted(kRing, lab(2), {{"n", "2"}, {"rounds", "1000"}})), 2000 * kHop);
}

TEST(ClosedForms, OnOneHostMessagesAreLocal) {
  constexpr std::int64_t kHop = 5'006'400 + 32'000 + 5'000'000 + 4'006'400;
  EXPECT_EQ(makespan_ps(predicted(kRing, lab(1))), 800 * kHop);
}

TEST(ClosedForms, AWaitingProcessWakesUpAndASpinningOneDoesNot) {
  constexpr std::int64_t kHop = 5'006'400 + 5'120'000 + 50'000'000 + 4'006'400;
  auto machine = lab(8);
  machine.cost.wakeup = 20'000'000_ps;
  EXPECT_EQ(makespan_ps(predicted(kRing, machine)), 800 * (kHop + 20'000'000));
  machine.cost.blocks = false;
  EXPECT_EQ(makespan_ps(predicted(kRing, machine)), 800 * kHop);
}

TEST(ClosedForms, AProcessThatHasSleptForLongWakesUpLater) {
  constexpr std::int64_t kHop = 5'006'400 + 5'120'000 + 50'000'000 + 4'006'400;
  auto machine = lab(8);
  machine.cost.wakeup = 20'000'000_ps;
  machine.cost.rested = {100'000'000_ps, 90'000'000_ps};
  // In the first round, the first receiver has waited for one hop, which is shorter than the rest.
  EXPECT_EQ(makespan_ps(predicted(kRing, machine)), 800 * (kHop + 90'000'000) - 70'000'000);
  machine.cost.rested->rest = 10'000'000'000_ps;
  EXPECT_EQ(makespan_ps(predicted(kRing, machine)), 800 * (kHop + 20'000'000));
}

TEST(ClosedForms, NoCoreRestsWhileAllComputeForOthers) {
  // All processes share one core; B has waited for 1 ms when A's message arrives. A waits for B's
  // answer, so that only C, which computes for 1 s, has the core when B wakes up.
  constexpr const char* kBusy = R"(
I M.i 1 M.m
I N.i 1 N.m
C Long.c compute {busy}
C Nap.c sleep 1ms
O M.o B.p -t M.m -b 0
O N.o A.p -t N.m -b 0
F a.f NULL Nap.c M.o SAME
F end.f N.i NULL NULL NULL
F b.f M.i NULL N.o NULL
F c.f NULL Long.c NULL NULL
U a.fu a.f end.f
U b.fu b.f
U c.fu c.f
P A.p 1 a.fu
P B.p 1 b.fu
P C.p 1 c.fu
V busy 1
)";
  auto machine = bare(1);
  machine.network.local_latency = {};
  machine.cost.rested = {1'000'000_ps, 90'000'000'000_ps};
  const auto ends = [&](const char* busy) {
    return process(predicted(kBusy, machine, {{"busy", busy}}), 0).real_s;
  };
  EXPECT_NEAR(ends("1"), 0.001, 1e-9);
  EXPECT_NEAR(ends("0"), 0.001 + 2 * 0.090, 1e-9);
}

TEST(ClosedForms, FlowsIntoOneLinkShareIt) {
  // k flows of 1000 bits at 100 Mbit/s end together; then the latency
  for (const int k : {1, 2, 3, 7, 64}) {
    EXPECT_EQ(makespan_ps(predicted(kFanIn, bare(65), {{"k", std::to_string(k)}})),
              k * 10'000'000 + 50'000'000)
        << k;
  }
}

TEST(ClosedForms, AHostMayHaveALinkOfItsOwn) {
  auto machine = bare(3);
  machine.network.links = {{}, {10'000'000_bps, 5'000'000'000_ps}, {}};  // n1: 10 Mbit/s, 5 ms more
  constexpr const char* kOneMessage = R"(
I M.i 1 M.m
O M.o B.p -t M.m -b 12500
F a.f NULL NULL M.o NULL
F b.f M.i NULL NULL NULL
U a.fu a.f
U b.fu b.f
P A.p 1 a.fu
P B.p 1 b.fu
T A.p[0] A NAME = {from}
T B.p[0] B NAME = {to}
)";
  const auto between = [&](const std::string& from, const std::string& to) {
    std::string text = kOneMessage;
    text.replace(text.find("{from}"), 6, from);
    text.replace(text.find("{to}"), 4, to);
    return makespan_ps(predicted(text, machine));
  };
  constexpr std::int64_t kUsual = 1'000'000'000 + 50'000'000;  // 12,500 bytes at 100 Mbit/s, 50 us
  constexpr std::int64_t kSlow = 10'000'000'000 + 50'000'000 + 5'000'000'000;
  EXPECT_EQ(between("n0", "n2"), kUsual);
  EXPECT_EQ(between("n0", "n1"), kSlow);
  EXPECT_EQ(between("n1", "n2"), kSlow);
}

TEST(ClosedForms, CostsBendAtTheSizesOfTheMachine) {
  auto machine = lab(1);
  machine.cost.bends = {{1000, 300'000'000_as_per_byte, 200'000'000_as_per_byte},
                        {3000, 0_as_per_byte, 100'000'000_as_per_byte}};
  const machines::NativeMachine bent(machine);
  const std::vector<std::uint32_t> host_of{0, 0};
  const auto network = bent.make_network(host_of, nullptr);
  EXPECT_EQ(network->cost({0, 1, 1000, false, false}).send, 5'100'000_ps);
  EXPECT_EQ(network->cost({0, 1, 2000, false, false}).send, 5'400'000_ps);
  EXPECT_EQ(network->cost({0, 1, 9000, false, false}).send, 5'700'000_ps);
  EXPECT_EQ(network->cost({0, 1, 4000, false, false}).receive, 4'600'000_ps);
}

TEST(ClosedForms, ABusIsOneMediumForAll) {
  auto machine = bare(9);
  machine.network.kind = machines::NetworkKind::kBus;
  const char* pairs = R"(
V k 3
O out.o  B.p[{self}] -t R.m -b 125
I in.i   1 R.m
F send.f NULL NULL out.o NULL
F got.f  in.i NULL NULL NULL
U a.fu send.f
U b.fu got.f
P A.p {k} a.fu
P B.p {k} b.fu
)";
  for (const int k : {1, 3, 4}) {
    EXPECT_EQ(makespan_ps(predicted(pairs, machine, {{"k", std::to_string(k)}})),
              k * 10'000'000 + 50'000'000);
    machine.network.kind = machines::NetworkKind::kSwitch;
    EXPECT_EQ(makespan_ps(predicted(pairs, machine, {{"k", std::to_string(k)}})), 60'000'000);
    machine.network.kind = machines::NetworkKind::kBus;
  }
}

TEST(ClosedForms, MessagesOfOnePairFollowOneAnother) {
  auto machine = bare(2);
  machine.network.bandwidth = 3'000'000'000_bps;
  // 1000 bits at 3 Gbit/s are 333,333 1/3 ps; the fractions add up
  EXPECT_EQ(makespan_ps(predicted(kFanIn, machine, {{"k", "1"}, {"n", "3"}})), 51'000'000);
  EXPECT_EQ(makespan_ps(predicted(kFanIn, machine, {{"k", "1"}, {"n", "3000"}})),
            1'000'000'000 + 50'000'000);
}

TEST(ClosedForms, APipelineIsItsSlowestStage) {
  const char* stages = R"(
V items 50
I item.i   1 I.m
O to1.o  One.p -t I.m -b 125 -n {items}
O to2.o  Two.p -t I.m -b 125
C one.c  compute 0.003
C two.c  compute 0.001
F feed.f NULL   NULL  to1.o NULL
F one.f  item.i one.c to2.o SAME*{items-1},NULL
F two.f  item.i two.c NULL  SAME*{items-1},NULL
U feed.fu feed.f
U one.fu one.f
U two.fu two.f
P Feed.p 1 feed.fu
P One.p 1 one.fu
P Two.p 1 two.fu
)";
  constexpr std::int64_t kWay = 10'000'000 + 50'000'000;
  EXPECT_EQ(makespan_ps(predicted(stages, bare(3))),
            kWay + 50 * std::int64_t{3'000'000'000} + kWay + 1'000'000'000);
}

constexpr const char* kWorkers = R"(
V k 3
C work.c compute 0.001
F work.f NULL work.c NULL NULL
U w.fu work.f
P W.p {k} w.fu
)";

TEST(ClosedForms, ProcessesShareTheCoresOfTheirHost) {
  auto machine = bare(1);
  for (const int cores : {1, 2, 4}) {
    machine.hosts[0].cores = static_cast<std::uint32_t>(cores);
    const auto made = predicted(kWorkers, machine);
    EXPECT_EQ(makespan_ps(made), std::int64_t{3'000'000'000} / std::min(3, cores)) << cores;
    EXPECT_EQ(process(made, 0).cpu_s, 0.001);
  }
}

TEST(ClosedForms, ASlowHostTakesLonger) {
  auto machine = bare(1);
  machine.hosts[0].speed = 250;
  EXPECT_EQ(makespan_ps(predicted(kWorkers, machine, {{"k", "1"}})), 4'000'000'000);
}

TEST(ClosedForms, BusywaitEndsInTimeAndTakesItsShareOfTheCore) {
  const char* text = R"(
C spin.c busywait 0.002
C work.c compute 0.002
C nap.c  sleep 0.005
F spin.f NULL spin.c NULL NULL
F work.f NULL work.c NULL NULL
F nap.f  NULL nap.c  NULL NULL
U s.fu spin.f
U w.fu work.f
U n.fu nap.f
P S.p 1 s.fu
P W.p 1 w.fu
P N.p 1 n.fu
)";
  const auto made = predicted(text, bare(1));
  EXPECT_EQ(process(made, 0).real_s, 0.002);
  EXPECT_EQ(process(made, 0).cpu_s, 0.001);
  EXPECT_EQ(process(made, 1).real_s, 0.003);
  EXPECT_EQ(process(made, 1).cpu_s, 0.002);
  EXPECT_EQ(process(made, 2).real_s, 0.005);
  EXPECT_EQ(process(made, 2).cpu_s, 0);
}

TEST(ClosedForms, WorkIsCountedInMultiplicationsAndCostReplacesACall) {
  const char* text = R"(
C work.c work 1e6
C call.c call anything cost 2ms
F f.f NULL work.c,call.c NULL NULL
U f.fu f.f
P P.p 1 f.fu
)";
  auto machine = bare(1);
  machine.hosts[0].speed = 500;
  const auto made = predicted(text, machine);
  EXPECT_EQ(makespan_ps(made), 1'100'000'000 + 4'000'000'000);
  EXPECT_TRUE(made.notes.empty());
}

TEST(ClosedForms, ASendThatFitsIntoTheBufferDoesNotBlock) {
  auto machine = bare(2);
  machine.network.buffer = 12'500;
  const auto made = predicted(kBusyReceiver, machine);
  EXPECT_EQ(process(made, 0).real_s, 0);
  EXPECT_EQ(makespan_ps(made), 10'000'000'000);  // it arrived while B computed
}

TEST(ClosedForms, AFullBufferBlocksTheSenderUntilTheReceiverReads) {
  auto machine = bare(2);
  machine.network.buffer = 2'500;
  const auto made = predicted(kBusyReceiver, machine);
  // 2,500 bytes leave at once. When B listens, the other 10,000 bytes follow; the send ends before
  // the last 2,500 of them have left.
  EXPECT_EQ(process(made, 0).real_s, 0.0106);
  EXPECT_EQ(process(made, 0).send_s, 0.0106);
  EXPECT_EQ(makespan_ps(made), std::int64_t{10'000'000'000} + 800'000'000 + 50'000'000);
}

TEST(ClosedForms, AReceiverThatListensReadsBytesAsTheyLeave) {
  auto machine = bare(2);
  machine.network.buffer = 2'500;
  const auto made = predicted(kFanIn, machine, {{"k", "1"}, {"bytes", "12500"}});
  EXPECT_EQ(process(made, 1).real_s, 0.0008);  // all but 2,500 bytes have left
  EXPECT_EQ(makespan_ps(made), 1'000'000'000 + 50'000'000);
}

TEST(ClosedForms, TwoThatSendToEachOtherDoNotBlockForGood) {
  const char* text = R"(
O out.o  P.p[{1-self}] -t R.m -b 12500
I in.i   1 R.m
F send.f NULL NULL out.o SAME
F got.f  in.i NULL NULL NULL
U p.fu send.f got.f
P P.p 2 p.fu
)";
  auto machine = bare(2);
  machine.network.buffer = 1'000;
  EXPECT_EQ(makespan_ps(predicted(text, machine)), 1'000'000'000 + 50'000'000);
}

TEST(ClosedForms, InAnArchitectureTheReceiverPaysBeforeTheTransmission) {
  // send latency, during which the receive latency of the first receive passes; then 8 words
  const machines::ArchitectureMachine sp2({"SP2", 24'000'000'000'000_as, 24'000'000'000'000_as,
                                           239'000'000'000_as, 17'800'000'000_as, false});
  const auto one = predicted(kFanIn, sp2, {{"k", "1"}, {"bytes", "64"}});
  EXPECT_EQ(makespan_ps(one), 24'000'000 + 8 * 239'000);
  // The next transmission begins when the receiver has paid its receive latency again.
  const auto three = predicted(kFanIn, sp2, {{"k", "3"}, {"bytes", "64"}});
  EXPECT_EQ(makespan_ps(three), 3 * (24'000'000 + 8 * 239'000));
}

TEST(ClosedForms, OnTheBusOfAnArchitectureOneTransmissionFollowsTheOther) {
  const char* pairs = R"(
O out.o  B.p[{self}] -t R.m -b 800
I in.i   1 R.m
F send.f NULL NULL out.o NULL
F got.f  in.i NULL NULL NULL
U a.fu send.f
U b.fu got.f
P A.p 3 a.fu
P B.p 3 b.fu
)";
  machines::ArchitectureDescription bus{"bus", {}, {}, 1'000'000'000_as, {}, true};
  EXPECT_EQ(makespan_ps(predicted(pairs, machines::ArchitectureMachine(bus))), 300'000);
  bus.has_bus = false;
  EXPECT_EQ(makespan_ps(predicted(pairs, machines::ArchitectureMachine(bus))), 100'000);
}

TEST(ClosedForms, TheFixedMachineHasConstantCosts) {
  machines::FixedFigures figures;
  figures.message = {1_ps, 10_ps, 100_ps, 1'000_ps};
  figures.waiting.wakeup = 10'000_ps;
  figures.transit = 100'000_ps;
  const machines::FixedMachine machine(figures);
  EXPECT_EQ(makespan_ps(predicted(kRing, machine, {{"n", "2"}, {"rounds", "10"}})), 20 * 111'111);
}

TEST(ClosedForms, ATimerCountsFromTheTakeOfTheMessageThatFired) {
  machines::FixedFigures figures;
  figures.message = {1_ps, 10_ps, 100_ps, 1'000_ps};
  figures.waiting.wakeup = 10'000_ps;
  figures.transit = 100'000_ps;
  const auto made = predicted(R"(
I Go.i   1 Go.m
I Tick.i 1 Tick.m
C work.c compute 500ns
O Go.o   B.p -t Go.m -b 64
O Tick.o B.p -t Tick.m -d 1us
F go.f   NULL   NULL   Go.o   NULL
F set.f  Go.i   work.c Tick.o SAME
F end.f  Tick.i NULL   Tick.o NULL
U a.fu go.f
U b.fu set.f end.f
P A.p 1 a.fu
P B.p 1 b.fu
)",
                              machines::FixedMachine(figures));
  // Go.m has been taken after 111,111 ps. The second timer does not prolong the prediction.
  EXPECT_EQ(makespan_ps(made), 111'111 + 1'000'000 + 10'000);
  EXPECT_EQ(process(made, 1).late_msgs, 1U);
}

}  // namespace
}  // namespace dps::predictor
