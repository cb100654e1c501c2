// Ranks on a network: the times of sends, receives, waits and tests, by a fake board.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/mpi_programs/sequencer/network/sample_machine.h"
#include "tests/mpi_programs/sequencer/random_requests.h"

namespace dps::sequencer {
namespace {

using board::RequestKind;

constexpr std::int64_t kNs = 1'000;
constexpr std::int64_t kMicro = 1'000'000;

Step send_of(Function function, std::int32_t peer, std::uint64_t bytes, std::int64_t computes = 0) {
  Step step = send_to(peer, computes);
  step.function = function;
  step.bytes = bytes;
  return step;
}
Step request(RequestKind kind, Function function, std::vector<std::int32_t> listed,
             std::int64_t computes = 0) {
  Step step;
  step.kind = kind;
  step.function = function;
  step.listed = std::move(listed);
  step.computes = computes;
  return step;
}
Step begin_receive_from(std::int32_t peer, std::int64_t computes = 0) {
  Step step = receive_from(peer, computes);
  step.kind = RequestKind::kBeginReceive;
  step.function = mpi_library::kIrecv;
  return step;
}

using Times = std::vector<std::int64_t>;

/// The ends of a send of 64 bytes, and of its receive after this many steps of 1 us.
Times sent(Function function, std::int64_t steps, std::optional<std::uint64_t> eager = {}) {
  const auto machine = machine_of(lab());
  PlayOnMachine play({{send_of(function, 1, 64)}, {receive_from(0, steps * kMicro)}}, *machine, 1,
                     eager);
  return {play.ends(0)[0], play.ends(1)[0]};
}

TEST(MachineSequencer, TheWorkedExampleOfTheManual) {
  EXPECT_EQ(sent(mpi_library::kSend, 0), (Times{5 * kMicro, 67'120 * kNs}));
  EXPECT_EQ(sent(mpi_library::kSend, 100), (Times{5 * kMicro, 104 * kMicro}));
  EXPECT_EQ(sent(mpi_library::kSsend, 0), (Times{110'120 * kNs, 67'120 * kNs}));
}

TEST(MachineSequencer, ASendAboveEagerWaitsForItsReceive) {
  EXPECT_EQ(sent(mpi_library::kSend, 0, 63), (Times{110'120 * kNs, 67'120 * kNs}));
  EXPECT_EQ(sent(mpi_library::kSend, 100, 63), (Times{150 * kMicro, 104 * kMicro}));
  EXPECT_EQ(sent(mpi_library::kRsend, 100, 63), (Times{150 * kMicro, 104 * kMicro}));
  EXPECT_EQ(sent(mpi_library::kBsend, 0, 63), (Times{5 * kMicro, 67'120 * kNs}));
  EXPECT_EQ(sent(mpi_library::kSend, 0, 64), (Times{5 * kMicro, 67'120 * kNs}));
}

TEST(MachineSequencer, TheSendOfAnExchangeNeverWaits) {
  for (const Function function : {mpi_library::kSendrecv, mpi_library::kSendrecv_replace}) {
    // As a send: from MPI_PROC_NULL.
    EXPECT_EQ(sent(function, 100, 63), (Times{5 * kMicro, 104 * kMicro}));
    const auto machine = machine_of(lab());
    Step exchange = send_of(function, 1, 64);
    exchange.kind = RequestKind::kExchange;
    exchange.source = 2;
    const std::vector<Script> scripts{
        {exchange}, {receive_from(0, 100 * kMicro)}, {send_of(mpi_library::kSend, 0, 63)}};
    PlayOnMachine play(scripts, *machine, 1, 63);
    EXPECT_LT(play.ends(0)[0], 100 * kMicro);
    exchange.peer = board::kNobody;  // to MPI_PROC_NULL
    PlayOnMachine alone({{exchange}, {}, {send_of(mpi_library::kSend, 0, 64)}}, *machine);
    EXPECT_EQ(alone.ends(0), (Times{67'120 * kNs}));
  }
}

TEST(MachineSequencer, AMessageOfACollectiveOperationNeverWaits) {
  const auto machine = machine_of(lab());
  Step send = send_of(mpi_library::kIsend, 1, 64);
  send.kind = RequestKind::kBeginSend;
  Step receive = begin_receive_from(0, 100 * kMicro);
  send.flags = receive.flags = board::kOfCollective;
  const Step wait = request(RequestKind::kWaitAll, mpi_library::kNeighbor_alltoall, {1});
  PlayOnMachine play({{send, wait}, {receive, wait}}, *machine, 1, 63);
  EXPECT_EQ(play.ends(0), (Times{5 * kMicro, 5 * kMicro}));
}

TEST(MachineSequencer, ALoopOfTestsEndsWithTheFirstThatFindsTheMessage) {
  const auto machine = machine_of(lab());
  Script tests{begin_receive_from(0)};
  for (int i = 0; i < 62; ++i) {
    tests.push_back(request(RequestKind::kTestAll, mpi_library::kTest, {1}));
  }
  PlayOnMachine play({{send_of(mpi_library::kSend, 1, 64)}, tests}, *machine);
  EXPECT_EQ(play.ends(1).back(), 66 * kMicro);
  EXPECT_EQ(play.board().replies(1)[61].is_found, 0);
  EXPECT_EQ(play.board().replies(1)[62].is_found, 1);
}

TEST(MachineSequencer, ALoopThatTestsForLongIsTakenToGoOn) {
  const auto machine = machine_of(lab());
  Script tests{begin_receive_from(0)};
  for (int i = 0; i < 10'000; ++i) {
    tests.push_back(request(RequestKind::kTestAll, mpi_library::kTest, {1}));
  }
  const Script sends{send_of(mpi_library::kSend, 1, 64, 30'000 * kMicro)};
  PlayOnMachine play({sends, tests}, *machine);
  // There at 30,060.12 us; the test that begins at 30,061 us finds it.
  EXPECT_EQ(play.ends(1).back(), (30'061 + 1 + 4) * kMicro);
  EXPECT_EQ(play.board().sequencer().notes().size(), 1U);
}

TEST(MachineSequencer, AnOperationThatDoesNotBlockIsPaidForWhereItEnds) {
  const auto machine = machine_of(lab());
  Step begin_send = send_of(mpi_library::kIsend, 1, 64);
  begin_send.kind = RequestKind::kBeginSend;
  PlayOnMachine play(
      {{begin_send, request(RequestKind::kWaitAll, mpi_library::kWait, {1}, 10 * kMicro)},
       {begin_receive_from(0),
        request(RequestKind::kWaitAll, mpi_library::kWait, {1}, 80 * kMicro)}},
      *machine);
  EXPECT_EQ(play.ends(0), (Times{5 * kMicro, 15 * kMicro}));
  EXPECT_EQ(play.ends(1), (Times{0, 84 * kMicro}));  // it has arrived: no wake-up
}

TEST(MachineSequencer, AWaitForOneOfManyTakesTheFirstThatComes) {
  const auto machine = machine_of(lab());
  PlayOnMachine play({{send_of(mpi_library::kSend, 2, 64, 20 * kMicro)},
                      {send_of(mpi_library::kSend, 2, 64)},
                      {begin_receive_from(0), begin_receive_from(1),
                       request(RequestKind::kWaitAny, mpi_library::kWaitany, {1, 2}),
                       request(RequestKind::kWaitSome, mpi_library::kWaitsome, {1})}},
                     *machine);
  EXPECT_EQ(play.ends(2), (Times{0, 0, 67'120 * kNs, 87'120 * kNs}));
  ASSERT_EQ(play.board().completions(2)[2].size(), 1U);
  EXPECT_EQ(play.board().completions(2)[2][0].position, 1U);
}

TEST(MachineSequencer, AProbeLeavesTheMessageWhereItIs) {
  const auto machine = machine_of(lab());
  Step probe = receive_from(board::kAny);
  probe.kind = RequestKind::kProbe;
  PlayOnMachine play({{send_of(mpi_library::kSend, 1, 64)}, {probe, receive_from(0)}}, *machine);
  EXPECT_EQ(play.ends(1), (Times{(60'120 + 3'000 + 1'000) * kNs, 68'120 * kNs}));
  EXPECT_EQ(play.board().replies(1)[0].bytes, 64U);
}

TEST(MachineSequencer, RanksOnOneCoreShareIt) {
  // Ranks 0 and 4 are on node0, and compute 100 us each.
  const auto machine = machine_of(lab());
  Step computes;
  computes.kind = RequestKind::kCompute;
  computes.function = mpi_library::kPcontrol;
  computes.bytes = 100 * kMicro;
  const Script works{computes};
  PlayOnMachine play({works, works, works, works, works}, *machine);
  EXPECT_EQ(play.ends(0), (Times{200 * kMicro}));
  EXPECT_EQ(play.ends(1), (Times{100 * kMicro}));
  EXPECT_EQ(play.ends(4), (Times{200 * kMicro}));
  EXPECT_EQ(play.board().sequencer().terms().network,
            board::NetworkTerm::kByMessages | board::NetworkTerm::kSharesCores);
}

TEST(MachineSequencer, AFullBufferHoldsItsSenderUntilTheReceiverListens) {
  const auto machine = machine_of(lab("node[0-1]", "buffer = \"64B\"\n"));
  PlayOnMachine play({{send_of(mpi_library::kSend, 1, 64), send_of(mpi_library::kSend, 1, 64)},
                      {receive_from(0, 200 * kMicro), receive_from(0)}},
                     *machine);
  EXPECT_EQ(play.ends(0), (Times{5 * kMicro, 204 * kMicro}));
  EXPECT_EQ(play.ends(1).front(), 204 * kMicro);
}

TEST(MachineSequencer, ProgramsThatWaitForEverAreNoticed) {
  const auto machine = machine_of(lab());
  PlayOnMachine receives({{receive_from(1)}, {receive_from(0)}}, *machine);
  EXPECT_TRUE(receives.board().sequencer().is_deadlock());
  const auto ssend = [](std::int32_t to) { return send_of(mpi_library::kSsend, to, 4); };
  PlayOnMachine sends({{ssend(1), receive_from(1)}, {ssend(0), receive_from(0)}}, *machine);
  EXPECT_TRUE(sends.board().sequencer().is_deadlock());
}

TEST(MachineSequencer, RandomRequestsAreTakenOrRefused) {
  const auto machine = machine_of(lab("n[0-1]"));
  std::size_t refused = 0;
  constexpr unsigned kPrograms = 3000;
  for (unsigned seed = 1; seed <= kPrograms; ++seed) {
    SilentReplies replies(3);
    MachineSequencer sequencer(3, *machine, {}, replies);
    send_random_requests(sequencer, replies, seed);
    refused += sequencer.obstacle() ? 1 : 0;
  }
  EXPECT_GT(refused, kPrograms / 2);
}

TEST(MachineSequencer, RanksArePlacedLikeProcesses) {
  const auto equal = machine_of(lab());
  EXPECT_EQ(hosts_of_ranks(*equal, 6), (std::vector<std::uint32_t>{0, 1, 2, 3, 0, 1}));
  const auto machine = machine_of(lab() + "[[host]]\nname = \"big\"\ncores = 3\n");
  EXPECT_EQ(hosts_of_ranks(*machine, 8), (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 4, 4, 0}));
}

}  // namespace
}  // namespace dps::sequencer
