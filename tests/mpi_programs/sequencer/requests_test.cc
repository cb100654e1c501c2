// Operations that do not block, tests and probes, with a fake board.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/mpi_programs/sequencer/request_steps.h"

namespace dps::sequencer {
namespace {

using board::RequestKind;

TEST(Requests, ComputingHidesAPartOfASend) {
  for (const auto& [computes, end] : {std::pair{0, 125}, {10, 125}, {50, 160}}) {
    EXPECT_EQ(ends_of(0, {{isend_to(1, 100), about(RequestKind::kWaitAll, {1}, computes)},
                          {receive_from(0)}}),
              (Us{105, end}));
  }
}

TEST(Requests, ComputingHidesAPartOfAReceive) {
  for (const auto& [computes, end] : {std::pair{0, 143}, {130, 143}, {497, 510}}) {
    EXPECT_EQ(ends_of(1, {{isend_to(1, 100), about(RequestKind::kWaitAll, {1})},
                          {irecv_from(0), about(RequestKind::kWaitAll, {1}, computes)}}),
              (Us{3, end}));
  }
}

TEST(Requests, WithoutEquationsOfTheirOwnTheyAreSendAndReceive) {
  EXPECT_EQ(ends_of(0, {{isend_to(1, 100), about(RequestKind::kWaitAll, {1})}, {receive_from(0)}},
                    sample_sheet()),
            (Us{130, 130}));
  for (const auto& [computes, end] : {std::pair{0, 167}, {120, 167}, {500, 525}}) {
    EXPECT_EQ(ends_of(1,
                      {{send_to(1, 100 * kUs)},
                       {irecv_from(0), about(RequestKind::kWaitAll, {1}, computes)}},
                      sample_sheet()),
              (Us{0, end}));
  }
}

TEST(Requests, ASynchronousSendIsCompleteOnceItsReceiveIsPosted) {
  EXPECT_EQ(ends_of(0, {{isend_to(1, 0, mpi_library::kIssend), about(RequestKind::kWaitAll, {1})},
                        {receive_from(0, 300 * kUs)}}),
            (Us{5, 380}));
  machines::MachineOptions options;
  options.eager = 0;
  EXPECT_EQ(
      ends_of(0, {{isend_to(1), about(RequestKind::kWaitAll, {1})}, {receive_from(0, 300 * kUs)}},
              sheet_with_requests(), options),
      (Us{5, 330}));
}

TEST(Requests, TwoRanksThatSendToOneAnotherNeedNoBuffer) {
  machines::MachineOptions options;
  options.eager = 0;
  const Script both{irecv_from(1), isend_to(1), about(RequestKind::kWaitAll, {1, 2})};
  Script other = both;
  other[0].peer = other[1].peer = 0;
  // The sends begin at 3 and arrive at 45; the wait for the receive ends at 8 + 40 - 2, then
  // that for the send, 20 - 15 later.
  EXPECT_EQ(ends_of(0, {both, other}, sheet_with_requests(), options)[2], 51);
}

TEST(Requests, ATestAnswersForItsBeginning) {
  // The message begins at 100 and is complete from 142 on.
  for (const auto& [begin, end] : {std::pair{141, 142}, {142, 153}}) {
    EXPECT_EQ(ends_of(1, {{send_to(1, 100 * kUs)},
                          {irecv_from(0), about(RequestKind::kTestAll, {1}, begin - 3)}}),
              (Us{3, end}));
  }
}

TEST(Requests, WaitanyTakesTheFirstInVirtualTime) {
  const std::vector<Script> scripts{
      {irecv_from(1), irecv_from(2), about(RequestKind::kWaitAny, {1, 2}),
       about(RequestKind::kWaitAny, {1})},
      {send_to(0, 200 * kUs)},
      {send_to(0, 100 * kUs)}};
  for (unsigned seed = 0; seed < 20; ++seed) {
    const machines::Datasheet sheet = sheet_with_requests();
    SheetTimes times(sheet, {}, 3);
    FakeBoard board(scripts, times, seed);
    board.play();
    ASSERT_EQ(board.replies(0).size(), 4U);
    EXPECT_EQ(board.completions(0)[2].at(0).position, 1U);
    EXPECT_EQ(board.completions(0)[2].at(0).peer, 2);
    EXPECT_EQ(board.completions(0)[3].at(0).peer, 1);
    EXPECT_EQ(board.ends(0).back(), 243 * kUs);
  }
}

TEST(Requests, WaitsomeTakesAllThatAreThere) {
  const std::vector<Script> scripts{
      {irecv_from(1), irecv_from(2), irecv_from(3), about(RequestKind::kWaitSome, {1, 2, 3}, 300)},
      {send_to(0, 200 * kUs)},
      {send_to(0, 900 * kUs)},
      {send_to(0, 100 * kUs)}};
  const machines::Datasheet sheet = sheet_with_requests();
  SheetTimes times(sheet, {}, 4);
  FakeBoard board(scripts, times, 1);
  board.play();
  ASSERT_EQ(board.completions(0).back().size(), 2U);
  EXPECT_EQ(board.completions(0).back()[0].position, 0U);
  EXPECT_EQ(board.completions(0).back()[1].position, 2U);
  EXPECT_EQ(board.ends(0).back(), (309 + 10 + 10) * kUs);
}

TEST(Requests, AReceiveOfAnySourceThatIsOlderTakesTheFirstMessage) {
  const std::vector<Script> scripts{
      {irecv_from(board::kAny), irecv_from(1), about(RequestKind::kWaitAll, {1, 2})},
      {send_to(0, 200 * kUs)},
      {send_to(0, 100 * kUs)}};
  for (unsigned seed = 0; seed < 50; ++seed) {
    const machines::Datasheet sheet = sheet_with_requests();
    SheetTimes times(sheet, {}, 3);
    FakeBoard board(scripts, times, seed);
    board.play();
    ASSERT_EQ(board.completions(0).back().size(), 2U);
    EXPECT_EQ(board.completions(0).back()[0].peer, 2) << seed;
    EXPECT_EQ(board.completions(0).back()[1].peer, 1) << seed;
  }
}

TEST(Requests, AProbeFindsTheFirstMessageAndLeavesIt) {
  const std::vector<Script> scripts{
      {probe(RequestKind::kTestProbe, board::kAny), probe(RequestKind::kProbe, board::kAny),
       receive_from(2), receive_from(board::kAny)},
      {send_to(0, 200 * kUs)},
      {send_to(0, 100 * kUs)}};
  EXPECT_EQ(ends_of(0, scripts), (Us{1, 143, 168, 267}));
}

TEST(Requests, ALoopOfTestsGoesOnAsBeforeUntilItFindsSomething) {
  // 20,000 tests, 10 us one after another, of which the last 10,000 and more are not made.
  Script tests{irecv_from(0)};
  for (int i = 0; i < 10'000; ++i) {
    tests.push_back(about(RequestKind::kTestAll, {1}, 9));
  }
  const machines::Datasheet sheet = sheet_with_requests();
  SheetTimes times(sheet, {}, 2);
  FakeBoard board({{send_to(1, 200'000 * kUs)}, tests}, times, 1);
  board.play();
  // Tests begin at 12 + 10 k; the message arrives at 200,042, and is complete from then on.
  const std::int64_t begin = 200'042;
  EXPECT_EQ(board.ends(1).back(), (begin + 1 + 40 - 30) * kUs);
  ASSERT_EQ(board.sequencer().notes().size(), 1U);
  EXPECT_TRUE(
      board.sequencer().notes()[0].starts_with("10,004 tests that found nothing were skipped"))
      << board.sequencer().notes()[0];
  SheetTimes without_limit(sheet, {}, 2);
  FakeBoard each({{send_to(1, 200'000 * kUs)}, tests}, without_limit, 1);
  each.on_sheet().limit_polls(0);
  each.play();
  EXPECT_TRUE(each.sequencer().notes().empty());
  EXPECT_EQ(each.ends(1).back(), (3 + 10 * 10'000) * kUs);
  tests.resize(10'001);
  SheetTimes for_ever(sheet, {}, 2);
  FakeBoard nothing({{}, tests}, for_ever, 1);
  nothing.play();
  EXPECT_TRUE(nothing.sequencer().is_deadlock());
}

TEST(Requests, AWaitForNothingThatComesIsADeadlock) {
  const machines::Datasheet sheet = sheet_with_requests();
  for (const RequestKind kind :
       {RequestKind::kWaitAll, RequestKind::kWaitAny, RequestKind::kWaitSome}) {
    SheetTimes times(sheet, {}, 2);
    FakeBoard board({{irecv_from(1), about(kind, {1})}, {}}, times, 1);
    board.play();
    EXPECT_TRUE(board.sequencer().is_deadlock());
  }
  SheetTimes times(sheet, {}, 2);
  FakeBoard probing({{probe(RequestKind::kProbe, 1)}, {}}, times, 1);
  probing.play();
  EXPECT_TRUE(probing.sequencer().is_deadlock());
}

TEST(Requests, OperationsThatARankHasNotBegunEndThePrediction) {
  const machines::Datasheet sheet = sheet_with_requests();
  for (const std::vector<std::int32_t>& wrong : {std::vector<std::int32_t>{7}, {}, {1, 1}}) {
    SheetTimes times(sheet, {}, 2);
    FakeBoard board({{irecv_from(1), about(RequestKind::kWaitAll, wrong)}, {send_to(0)}}, times, 1);
    board.play();
    EXPECT_TRUE(board.sequencer().obstacle());
  }
}

/// The notes on one send of this function to rank 1, and the wait for it.
std::vector<std::string> notes_on(Function function, std::uint16_t called,
                                  const machines::Datasheet& sheet,
                                  const machines::MachineOptions& options = {}) {
  Step sends = isend_to(1, 0, function);
  sends.other_function = called;
  SheetTimes times(sheet, options, 2);
  FakeBoard board({{sends, about(RequestKind::kWaitAll, {1})}, {receive_from(0)}}, times, 1);
  board.play();
  EXPECT_FALSE(board.sequencer().obstacle());
  return board.sequencer().notes();
}

TEST(Requests, NotesCountOnlyFunctionsThatTheProgramHasCalled) {
  using Notes = std::vector<std::string>;
  machines::Datasheet sheet = sample_sheet();
  std::erase_if(sheet.functions, [](const auto& one) { return one.name == "ssend"; });
  machines::MachineOptions options;
  options.eager = 3;
  EXPECT_EQ(notes_on(mpi_library::kIssend, 0, sheet),
            Notes{"MPI_Issend (1 call) is charged as send: the sheet has no issend"});
  EXPECT_EQ(notes_on(mpi_library::kIrsend, 0, sheet, options)[0],
            "MPI_Irsend (1 call) is charged as send: the sheet has no irsend");
  EXPECT_EQ(notes_on(mpi_library::kIsend, mpi_library::kSend_init, sheet),
            Notes{"MPI_Send_init (1 start) is charged as send: the sheet has no isend"});
  EXPECT_EQ(notes_on(mpi_library::kIsend, mpi_library::kNeighbor_alltoall, sheet),
            Notes{"MPI_Neighbor_alltoall (1 message) is charged as send: the sheet has no isend"});
  // With equations of its own, such a send needs another one only while it is held.
  machines::Datasheet split = sheet_with_requests();
  EXPECT_EQ(notes_on(mpi_library::kIssend, 0, split), Notes{});
  std::erase_if(split.functions, [](const auto& one) { return one.name == "ssend"; });
  EXPECT_EQ(notes_on(mpi_library::kIssend, 0, split),
            Notes{"MPI_Issend (1 call) is charged as send: the sheet has no ssend"});
  EXPECT_EQ(notes_on(mpi_library::kIsend, 0, split, options), Notes{});
}

TEST(Requests, ASendIsCountedOnce) {
  machines::Datasheet sheet = sample_sheet();
  std::erase_if(sheet.functions, [](const auto& one) { return one.name == "ssend"; });
  Step sends = send_to(1);
  sends.function = mpi_library::kSsend;
  SheetTimes times(sheet, {}, 2);
  FakeBoard board({{sends, sends}, {receive_from(0), receive_from(0)}}, times, 1);
  board.play();
  EXPECT_EQ(
      board.sequencer().notes(),
      std::vector<std::string>{"MPI_Ssend (2 calls) is charged as send: the sheet has no ssend"});
}

TEST(Requests, AnEarlyReadySendIsCountedOnce) {
  Step sends = send_to(1);
  sends.function = mpi_library::kRsend;
  machines::Datasheet sheet = sample_sheet();
  sheet.functions.push_back(function("rsend", 30));
  SheetTimes times(sheet, {}, 2);
  // The first receive is posted after the send, and cancelled before the message arrives.
  FakeBoard board({{sends},
                   {irecv_from(0, 10), about(RequestKind::kCancel, {1}, 10),
                    about(RequestKind::kWaitAll, {1}), receive_from(0)}},
                  times, 1);
  board.play();
  EXPECT_EQ(board.sequencer().notes(),
            std::vector<std::string>{
                "1 ready send began before its receive was posted, which MPI does not allow"});
}

TEST(Requests, ALongElementIsNamed) {
  Step passes;
  passes.kind = RequestKind::kLongElement;
  passes.function = mpi_library::kNoFunction;
  passes.bytes = std::uint64_t{3} << 30;
  const machines::Datasheet sheet = sample_sheet();
  SheetTimes times(sheet, {}, 1);
  FakeBoard board({{passes}}, times, 1);
  board.play();
  ASSERT_TRUE(board.sequencer().obstacle());
  EXPECT_EQ(board.sequencer().obstacle()->reason,
            "p[0] passes an element of 3.0 GiB, which is not contiguous; in a prediction such an "
            "element has less than 2 GiB");
}

TEST(Requests, ASendOfAnUnknownFunctionIsRefused) {
  Step sends = isend_to(1);
  sends.other_function = mpi_library::kFunctions;
  const machines::Datasheet sheet = sample_sheet();
  SheetTimes times(sheet, {}, 2);
  FakeBoard board({{sends}, {receive_from(0)}}, times, 1);
  board.play();
  EXPECT_TRUE(board.sequencer().obstacle());
}

}  // namespace
}  // namespace dps::sequencer
