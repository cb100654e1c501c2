// Virtual time with a fake board: whatever the real order of requests, the times are the same.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/mpi_programs/sequencer/definition.h"
#include "tests/mpi_programs/sequencer/fake_board.h"
#include "tests/mpi_programs/sequencer/random_requests.h"
#include "tests/mpi_programs/sequencer/sample_sheet.h"

namespace dps::sequencer {
namespace {

using Ends = std::vector<std::vector<std::int64_t>>;

/// The clocks at the ends of the calls of each rank; in microseconds.
Ends played(const std::vector<Script>& scripts, const machines::Datasheet& sheet, unsigned seed = 1,
            const machines::MachineOptions& options = {}) {
  SheetTimes times(sheet, options, static_cast<std::uint32_t>(scripts.size()));
  FakeBoard board(scripts, times, seed);
  board.play();
  EXPECT_FALSE(board.sequencer().obstacle()) << board.sequencer().obstacle()->reason;
  EXPECT_FALSE(board.sequencer().is_deadlock());
  Ends ends;
  for (std::size_t r = 0; r < scripts.size(); ++r) {
    ends.push_back(board.ends(r));
    for (std::int64_t& end : ends.back()) {
      EXPECT_EQ(end % kUs, 0);
      end /= kUs;
    }
  }
  return ends;
}

/// A send of `function` after 100 us to a rank that computes so long before it receives.
Ends sent_to_a_rank_that_computes(std::int64_t us, Function function = mpi_library::kSend,
                                  const machines::MachineOptions& options = {}) {
  Step sends = send_to(1, 100 * kUs);
  sends.function = function;
  return played({{sends}, {receive_from(0, us * kUs)}}, sample_sheet(), 1, options);
}

TEST(Sequencer, AReceiveEndsAsFigure51OfTheDissertationHasIt) {
  EXPECT_EQ(sent_to_a_rank_that_computes(0), (Ends{{130}, {167}}));    // it waits
  EXPECT_EQ(sent_to_a_rank_that_computes(120), (Ends{{130}, {167}}));  // still on the way
  EXPECT_EQ(sent_to_a_rank_that_computes(500), (Ends{{130}, {525}}));  // it is there
}

TEST(Sequencer, ASynchronousSendWaitsForItsReceive) {
  EXPECT_EQ(sent_to_a_rank_that_computes(0, mpi_library::kSsend), (Ends{{180}, {167}}));
  EXPECT_EQ(sent_to_a_rank_that_computes(300, mpi_library::kSsend), (Ends{{380}, {325}}));
}

TEST(Sequencer, AMessageBeyondEagerWaitsForItsReceive) {
  machines::MachineOptions options;
  options.eager = 3;
  EXPECT_EQ(sent_to_a_rank_that_computes(300, mpi_library::kSend, options), (Ends{{330}, {325}}));
  EXPECT_EQ(sent_to_a_rank_that_computes(300, mpi_library::kBsend, options), (Ends{{130}, {325}}));
  options.eager = 4;
  EXPECT_EQ(sent_to_a_rank_that_computes(300, mpi_library::kSend, options), (Ends{{130}, {325}}));
}

TEST(Sequencer, AMessageDoesNotOvertakeAnEarlierOneOfItsSender) {
  machines::Datasheet sheet = sample_sheet();
  sheet.functions[2] = function("recv", 67, 0, 10);  // long messages are longer under way
  Step first = send_to(1);
  first.bytes = 400;
  // There at 52 + 10 · 100 us; the second one, though short, not before.
  const Ends ends = played({{first, send_to(1)}, {receive_from(0), receive_from(0)}}, sheet);
  EXPECT_EQ(ends[1], (std::vector<std::int64_t>{1042 + 25, 1042 + 50}));
}

TEST(Sequencer, AnExchangeSendsAndReceivesAtOneTime) {
  const Step to_1{
      board::RequestKind::kExchange, mpi_library::kSendrecv, 1, 5, 4, 0, board::kWorld, 1};
  const Step to_0{
      board::RequestKind::kExchange, mpi_library::kSendrecv, 0, 5, 4, 10 * kUs, board::kWorld, 0};
  EXPECT_EQ(played({{to_1}, {to_0}}, sample_sheet()), (Ends{{77}, {67}}));
  machines::Datasheet sheet = sample_sheet();
  sheet.functions.push_back(function("sendrecv", 90));
  EXPECT_EQ(played({{to_1}, {to_0}}, sheet), (Ends{{100}, {90}}));
}

TEST(Sequencer, TheSendOfAnExchangeNeverWaits) {
  machines::MachineOptions options;
  options.eager = 3;
  const Script late{receive_from(0, 300 * kUs)};
  for (const Function function : {mpi_library::kSendrecv, mpi_library::kSendrecv_replace}) {
    Step to_1{board::RequestKind::kExchange, function, 1, 5, 4, 0, board::kWorld, 2};
    EXPECT_EQ(played({{to_1}, late, {send_to(0)}}, sample_sheet(), 1, options),
              (Ends{{67}, {325}, {42}}));
    to_1.kind = board::RequestKind::kSend;  // from MPI_PROC_NULL
    EXPECT_EQ(played({{to_1}, late}, sample_sheet(), 1, options), (Ends{{30}, {325}}));
    to_1.kind = board::RequestKind::kExchange;
    to_1.peer = board::kNobody;  // to MPI_PROC_NULL
    EXPECT_EQ(played({{to_1}, {}, {send_to(0, 100 * kUs)}}, sample_sheet(), 1, options)[0],
              (std::vector<std::int64_t>{167}));
  }
}

TEST(Sequencer, AMessageOfACollectiveOperationNeverWaits) {
  machines::MachineOptions options;
  options.eager = 3;
  Step send{board::RequestKind::kBeginSend, mpi_library::kIsend, 1, 5, 4};
  Step receive{board::RequestKind::kBeginReceive, mpi_library::kIrecv, 0, 5, 4, 300 * kUs};
  send.flags = receive.flags = board::kOfCollective;
  Step wait;
  wait.kind = board::RequestKind::kWaitAll;
  wait.listed = {1};
  EXPECT_EQ(played({{send, wait}, {receive}}, sample_sheet(), 1, options)[0],
            (std::vector<std::int64_t>{30, 30}));
}

TEST(Sequencer, AWildcardTakesTheFirstInVirtualTime) {
  const std::vector<Script> scripts{
      {receive_from(board::kAny), receive_from(board::kAny), receive_from(board::kAny)},
      {send_to(0, 70 * kUs)},
      {send_to(0, 50 * kUs)},
      {send_to(0, 60 * kUs)}};
  for (unsigned seed = 0; seed < 50; ++seed) {
    const machines::Datasheet sheet = sample_sheet();
    SheetTimes of_sheet(sheet, {}, 4);
    FakeBoard board(scripts, of_sheet, seed);
    board.play();
    std::vector<std::int32_t> senders;
    for (const board::BoardReply& reply : board.replies(0)) {
      senders.push_back(reply.peer);
    }
    EXPECT_EQ(senders, (std::vector<std::int32_t>{2, 3, 1})) << seed;
    EXPECT_EQ(board.ends(0), (std::vector<std::int64_t>{117 * kUs, 142 * kUs, 167 * kUs}));
  }
}

TEST(Sequencer, MembersLeaveACollectiveCallTogether) {
  const std::vector<Script> scripts{{meet(mpi_library::kBcast, 8)},
                                    {meet(mpi_library::kBcast, 4, 70 * kUs)},
                                    {meet(mpi_library::kBcast, 8, 20 * kUs)}};
  EXPECT_EQ(played(scripts, sample_sheet()), (Ends{{97}, {97}, {97}}));  // 70 + 10 + 5·3 + 2
}

TEST(Sequencer, ACommunicatorOfTwoIsNotThatOfAll) {
  const auto describe = [](std::vector<std::int32_t> members) {
    return Step{board::RequestKind::kDescribe,
                mpi_library::kNoFunction,
                1,
                -1,
                members.size(),
                0,
                7,
                0,
                members};
  };
  Step pair_meets = meet(mpi_library::kBarrier);
  pair_meets.communicator = 7;
  Step in_pair = send_to(1);  // rank 2 of the world
  in_pair.communicator = 7;
  Step from_pair = receive_from(0);
  from_pair.communicator = 7;
  const std::vector<Script> scripts{
      {describe({0, 2}), pair_meets, in_pair, meet(mpi_library::kBarrier)},
      {describe({1}), meet(mpi_library::kBarrier)},
      {describe({0, 2}), pair_meets, from_pair, meet(mpi_library::kBarrier)}};
  for (unsigned seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(played(scripts, sample_sheet(), seed), (Ends{{20, 50, 112}, {112}, {20, 87, 112}}));
  }
}

TEST(Sequencer, RanksThatWaitForOneAnotherAreADeadlock) {
  const machines::Datasheet sheet = sample_sheet();
  for (const Step& second : {receive_from(0), meet(mpi_library::kBarrier)}) {
    SheetTimes times(sheet, {}, 2);
    FakeBoard board({{receive_from(1)}, {second}}, times, 1);
    board.play();
    EXPECT_TRUE(board.sequencer().is_deadlock());
  }
  SheetTimes times(sheet, {}, 2);
  FakeBoard ended({{receive_from(board::kAny)}, {}}, times, 1);
  ended.play();
  EXPECT_TRUE(ended.sequencer().is_deadlock());
}

TEST(Sequencer, InvalidRequestsEndThePrediction) {
  const machines::Datasheet sheet = sample_sheet();
  Step unknown = send_to(1);
  unknown.communicator = 99;
  Step of_other_function = send_to(1);
  of_other_function.function = static_cast<Function>(60'000);
  Step of_other_kind = send_to(1);
  of_other_kind.kind = static_cast<board::RequestKind>(99);
  Step long_ago = send_to(1, -5);
  for (const Step& wrong : {unknown, of_other_function, of_other_kind, long_ago, send_to(2),
                            receive_from(-7), send_to(-1), send_to(1, std::int64_t{1} << 62)}) {
    SheetTimes times(sheet, {}, 2);
    FakeBoard board({{wrong}, {receive_from(0)}}, times, 1);
    board.play();
    EXPECT_TRUE(board.sequencer().obstacle());
  }
}

TEST(Sequencer, RandomRequestsAreTakenOrRefused) {
  const machines::Datasheet sheet = sample_sheet();
  std::size_t refused = 0;
  constexpr unsigned kPrograms = 5000;
  for (unsigned seed = 1; seed <= kPrograms; ++seed) {
    SheetTimes times(sheet, {}, 3);
    SilentReplies replies(3);
    Sequencer sequencer(3, times, replies);
    send_random_requests(sequencer, replies, seed);
    refused += sequencer.obstacle() ? 1 : 0;
  }
  EXPECT_GT(refused, kPrograms / 2);
}

TEST(Sequencer, TwoThreadsInMpiAreNamed) {
  class Nobody : public Replies {
    void reply(std::int32_t /*rank*/, const board::BoardReply& /*reply*/,
               const std::vector<board::Completion>& /*completions*/) override {}
  };
  const machines::Datasheet sheet = sample_sheet();
  SheetTimes times(sheet, {}, 2);
  Nobody nobody;
  Sequencer sequencer(2, times, nobody);
  board::BoardRequest request;
  request.kind = board::RequestKind::kReceive;
  request.function = mpi_library::kRecv;
  request.communicator = board::kWorld;
  request.peer = 1;
  sequencer.take(0, request, {});
  request.kind = board::RequestKind::kTwoThreads;
  request.other_function = mpi_library::kRecv;
  request.function = mpi_library::kSend;
  sequencer.take(0, request, {});
  ASSERT_TRUE(sequencer.obstacle());
  EXPECT_EQ(
      sequencer.obstacle()->reason,
      "p[0] calls MPI in two threads at one time, MPI_Recv and MPI_Send: a prediction supports "
      "MPI_THREAD_SERIALIZED at most");
}

TEST(Sequencer, DifferentCollectiveCallsAreNamed) {
  const machines::Datasheet sheet = sample_sheet();
  SheetTimes times(sheet, {}, 2);
  FakeBoard board({{meet(mpi_library::kBarrier)}, {meet(mpi_library::kBcast)}}, times, 1);
  board.play();
  ASSERT_TRUE(board.sequencer().obstacle());
  const std::string& reason = board.sequencer().obstacle()->reason;
  EXPECT_NE(reason.find("MPI_Barrier"), std::string::npos) << reason;
  EXPECT_NE(reason.find("MPI_Bcast"), std::string::npos) << reason;
}

/// Rounds in which each rank sends some messages, receives those that are for it, many of them from
/// any source, and meets all others.
std::vector<Script> random_program(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned limit) { return static_cast<std::int32_t>(random() % limit); };
  const std::int32_t ranks = 2 + below(5);
  std::vector<Script> scripts(static_cast<std::size_t>(ranks));
  for (std::int32_t round = 0; round < 4; ++round) {
    std::vector<Script> receives(scripts.size());
    for (std::int32_t from = 0; from < ranks; ++from) {
      const std::int32_t count = below(4);
      for (std::int32_t i = 0; i < count; ++i) {
        const std::int32_t to = below(static_cast<unsigned>(ranks));
        // A few times only, so that many are equal.
        scripts[static_cast<std::size_t>(from)].push_back(send_to(to, below(4) * 10 * kUs, round));
        receives[static_cast<std::size_t>(to)].push_back(
            receive_from(below(3) > 0 ? board::kAny : from, below(3) * 10 * kUs, round));
      }
    }
    for (std::size_t r = 0; r < scripts.size(); ++r) {
      // Named receives first: a wildcard could take their messages.
      auto& list = receives[r];
      std::stable_partition(list.begin(), list.end(),
                            [](const Step& step) { return step.peer != board::kAny; });
      scripts[r].insert(scripts[r].end(), list.begin(), list.end());
      scripts[r].push_back(meet(mpi_library::kBarrier));
    }
  }
  return scripts;
}

TEST(Sequencer, RandomProgramsEndAsTheDefinitionSays) {
  machines::Datasheet instant = sample_sheet();
  instant.functions[2] = function("recv", 25);  // messages that are there at once
  for (const machines::Datasheet& sheet : {sample_sheet(), instant}) {
    for (unsigned seed = 0; seed < 200; ++seed) {
      const std::vector<Script> scripts = random_program(seed);
      SheetTimes times(sheet, {}, static_cast<std::uint32_t>(scripts.size()));
      Ends expected = Definition(scripts, times).play();
      FakeBoard board(scripts, times, seed * 7 + 1);
      board.play();
      ASSERT_FALSE(board.sequencer().obstacle());
      for (std::size_t r = 0; r < scripts.size(); ++r) {
        ASSERT_EQ(board.ends(r), expected[r]) << "seed " << seed << ", rank " << r;
      }
    }
  }
}

}  // namespace
}  // namespace dps::sequencer
