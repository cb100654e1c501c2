// Operations that are cancelled, freed, queried, or taken from a matching probe, and non-blocking
// collective operations, with a fake board.
#include <vector>

#include <gtest/gtest.h>

#include "tests/mpi_programs/sequencer/request_steps.h"

namespace dps::sequencer {
namespace {

using board::RequestKind;
using mpi_library::kIallreduce;
using mpi_library::kIbarrier;

Step begin_collective(Function function, std::uint64_t bytes = 0, std::int64_t us = 0) {
  return {RequestKind::kBeginCollective, function, board::kAny, 0, bytes, us * kUs};
}
Step receive_matched(RequestKind kind, std::int32_t operation, std::int64_t us = 0) {
  Step step{kind, mpi_library::kMrecv, 0, 0, 4, us * kUs};
  step.operation = operation;
  return step;
}
/// Nobody waits for the reply of this step.
Step notified(Step step) {
  step.is_notification = true;
  return step;
}

/// The board of a play.
struct Played {
  machines::Datasheet sheet = sheet_with_requests();
  SheetTimes times;
  FakeBoard board;

  Played(const std::vector<Script>& scripts, unsigned seed)
      : times(sheet, {}, static_cast<std::uint32_t>(scripts.size())), board(scripts, times, seed) {
    board.play();
    EXPECT_FALSE(board.sequencer().obstacle()) << board.sequencer().obstacle()->reason;
    EXPECT_FALSE(board.sequencer().is_deadlock());
  }
};

TEST(Operations, AReceiveWithoutAMessageIsCancelledAtOnce) {
  // The message begins at 100 and arrives at 142; the second receive takes it.
  const std::vector<Script> scripts{{send_to(1, 100 * kUs)},
                                    {irecv_from(0), about(RequestKind::kCancel, {1}, 50),
                                     about(RequestKind::kWaitAll, {1}), receive_from(0)}};
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Played played(scripts, seed);
    EXPECT_EQ(played.board.replies(1)[1].is_found, 1U);
    EXPECT_EQ(played.board.completions(1)[2].at(0).is_cancelled, 1U);
  }
  EXPECT_EQ(ends_of(1, scripts), (Us{3, 53, 53, 167}));
}

TEST(Operations, AReceiveWithItsMessageIsNotCancelled) {
  const std::vector<Script> scripts{
      {send_to(1, 100 * kUs)},
      {irecv_from(0), about(RequestKind::kCancel, {1}, 139), about(RequestKind::kWaitAll, {1})}};
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Played played(scripts, seed);
    EXPECT_EQ(played.board.replies(1)[1].is_found, 0U);
    EXPECT_EQ(played.board.completions(1)[2].at(0).is_cancelled, 0U);
  }
}

TEST(Operations, AStatusThatIsThereIsPaidOnce) {
  // Complete from 142; the poll costs 1, and the wait 40 - 30.
  const std::vector<Script> scripts{
      {send_to(1, 100 * kUs)},
      {irecv_from(0), about(RequestKind::kTestStatus, {1}, 47),
       about(RequestKind::kTestStatus, {1}, 149), about(RequestKind::kTestStatus, {1}),
       about(RequestKind::kWaitAll, {1}, 7)}};
  EXPECT_EQ(ends_of(1, scripts), (Us{3, 51, 211, 212, 219}));
}

TEST(Operations, AFreedReceiveIsFilledAfterItsArrival) {
  const std::vector<Script> scripts{
      {send_to(1, 100 * kUs)},
      {irecv_from(0), about(RequestKind::kFree, {1}), probe(RequestKind::kTestProbe, 0, 10),
       probe(RequestKind::kTestProbe, 0, 200)}};
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Played played(scripts, seed);
    ASSERT_EQ(played.board.replies(1).size(), 3U);
    EXPECT_EQ(played.board.replies(1)[1].freed, 0U);
    ASSERT_EQ(played.board.replies(1)[2].freed, 1U);
    EXPECT_EQ(played.board.completions(1)[2].at(0).position, 1U);
    EXPECT_EQ(played.board.completions(1)[2].at(0).bytes, 4U);
  }
}

TEST(Operations, AMatchingProbeTakesTheMessage) {
  // The message of 100 arrives at 142, that of 200 at 242.
  const std::vector<Script> scripts{
      {probe(RequestKind::kMatchProbe, board::kAny), receive_from(board::kAny),
       receive_matched(RequestKind::kReceiveMatched, 1, 10)},
      {send_to(0, 200 * kUs)},
      {send_to(0, 100 * kUs)}};
  EXPECT_EQ(ends_of(0, scripts), (Us{143, 267, 302}));
  EXPECT_EQ(Played(scripts, 1).board.replies(0)[2].peer, 2);
  const std::vector<Script> later{
      {probe(RequestKind::kTestMatchProbe, 1, 150), receive_matched(RequestKind::kBeginMatched, 1),
       about(RequestKind::kWaitAll, {1})},
      {send_to(0, 100 * kUs)}};
  EXPECT_EQ(ends_of(0, later), (Us{151, 154, 176}));
}

TEST(Operations, ASynchronousSendWaitsForTheReceiveOfAMatchedMessage) {
  Step send = send_to(0);
  send.function = mpi_library::kSsend;
  EXPECT_EQ(ends_of(1, {{probe(RequestKind::kMatchProbe, 1),
                         receive_matched(RequestKind::kReceiveMatched, 1, 500)},
                        {send}}),
            (Us{43 + 500 + 80}));
}

TEST(Operations, ACollectiveOperationHasTheTimeOfTheCallThatBlocks) {
  // A barrier of 3 takes 10 + 5 * 3; the last member enters at 100.
  const std::vector<Script> scripts{
      {begin_collective(kIbarrier), about(RequestKind::kWaitAll, {1}, 20)},
      {begin_collective(kIbarrier, 0, 100), about(RequestKind::kWaitAll, {1}, 300)},
      {begin_collective(kIbarrier, 0, 50), about(RequestKind::kTestAll, {1}, 74),
       about(RequestKind::kTestAll, {1})}};
  EXPECT_EQ(ends_of(0, scripts), (Us{0, 125}));
  EXPECT_EQ(ends_of(1, scripts), (Us{100, 400}));
  EXPECT_EQ(ends_of(2, scripts), (Us{50, 125, 126}));
}

TEST(Operations, ACollectiveOperationWithEquationsOfItsOwn) {
  machines::Datasheet sheet = sheet_with_requests();
  for (auto& one : {function("ibarrier1", 2, 1), function("ibarrier2", 30, 1),
                    function("ibarrieroverlap", 20, 1)}) {
    sheet.functions.push_back(one);
  }
  // T1 = 2 + 2, T2 = 30 + 2, To = 20 + 2; g = 100 + 4.
  const std::vector<Script> scripts{
      {begin_collective(kIbarrier), about(RequestKind::kWaitAll, {1})},
      {begin_collective(kIbarrier, 0, 100), about(RequestKind::kWaitAll, {1}, 15)}};
  EXPECT_EQ(ends_of(0, scripts, sheet), (Us{4, 136}));
  EXPECT_EQ(ends_of(1, scripts, sheet), (Us{104, 136}));
}

TEST(Operations, CollectiveCallsOfACommunicatorMatchInTheirOrder) {
  const Script both{begin_collective(kIbarrier), begin_collective(kIallreduce, 4),
                    meet(mpi_library::kBarrier, 0, 10 * kUs), about(RequestKind::kWaitAll, {2, 1})};
  const std::vector<Script> scripts{
      both,
      {begin_collective(kIbarrier, 0, 100), begin_collective(kIallreduce, 4, 100),
       meet(mpi_library::kBarrier, 0, 100 * kUs), about(RequestKind::kWaitAll, {1, 2})}};
  EXPECT_EQ(ends_of(0, scripts), (Us{0, 0, 320, 320}));
  const std::vector<Script> wrong{{begin_collective(kIbarrier), begin_collective(kIallreduce, 4)},
                                  {begin_collective(kIallreduce, 4), begin_collective(kIbarrier)}};
  const machines::Datasheet sheet = sheet_with_requests();
  SheetTimes times(sheet, {}, 2);
  FakeBoard board(wrong, times, 1);
  board.play();
  ASSERT_TRUE(board.sequencer().obstacle());
  EXPECT_NE(board.sequencer().obstacle()->reason.find("on the same communicator"),
            std::string::npos);
}

TEST(Operations, AnOperationOfOthersIsCompleteWithTheLastOfThem) {
  // Messages of neighbourhood operations do not match receives of any source.
  Step sent = isend_to(1);
  Step received = irecv_from(1);
  sent.flags = received.flags = board::kOfCollective;
  Script one{received, sent, notified(about(RequestKind::kBeginGroup, {1, 2})),
             about(RequestKind::kWaitAny, {3})};
  Script other = one;
  other[0].peer = other[1].peer = 0;
  other[0].computes = 100 * kUs;
  other.insert(other.begin(), send_to(0));
  one.push_back(receive_from(board::kAny));
  // The message of rank 1 begins at 133. The wait for it ends at 133 + 3 + 40, and that for the
  // send 20 - 15 later.
  EXPECT_EQ(ends_of(0, {one, other}), (Us{3, 8, 181, 206}));
}

TEST(Operations, CallsOfAKnownTimeNeedNoReply) {
  // Two sends of 30 us each, whose time is known to the rank, and a receive.
  Step second = send_to(1, 30 * kUs);
  const std::vector<Script> scripts{
      {notified(send_to(1)), notified(second), receive_from(1, 30 * kUs)},
      {receive_from(0), receive_from(0), send_to(0)}};
  EXPECT_EQ(ends_of(0, scripts), (Us{164}));
  EXPECT_EQ(ends_of(1, scripts), (Us{67, 97, 127}));
}

TEST(Operations, InvalidRequestsEndThePrediction) {
  const machines::Datasheet sheet = sheet_with_requests();
  Step twice = irecv_from(1);
  twice.operation = 1;
  for (const Script& wrong :
       {Script{about(RequestKind::kFree, {7})}, Script{irecv_from(1), twice},
        Script{receive_matched(RequestKind::kReceiveMatched, 1)},
        Script{about(RequestKind::kBeginGroup, {9})},
        Script{irecv_from(1), irecv_from(1), about(RequestKind::kCancel, {1, 2})}}) {
    SheetTimes times(sheet, {}, 2);
    FakeBoard board({wrong, {send_to(0)}}, times, 1);
    board.play();
    EXPECT_TRUE(board.sequencer().obstacle());
  }
}

}  // namespace
}  // namespace dps::sequencer
