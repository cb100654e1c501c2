// The idle times of the calls of two ranks: probes, polls, collective operations.
#include <optional>

#include <gtest/gtest.h>

#include "mpi_programs/analysis/matching.h"
#include "mpi_programs/library/functions.h"

namespace dps::mpi_profiles {
namespace {

using board::CallFlag;

RecordedCall call_of(std::uint16_t function, Ticks begin, Ticks end, std::uint16_t flags = 0) {
  RecordedCall call;
  call.function = function;
  call.site = function;
  call.communicator = board::kWorld;
  call.begin = begin;
  call.end = end;
  call.time = end - begin;
  call.flags = flags;
  return call;
}

/// A call that has to do with a message with this tag of the other rank.
RecordedCall message_call(std::uint16_t function, Ticks begin, Ticks end, std::uint16_t flags,
                          std::int32_t peer, std::int32_t tag) {
  RecordedCall call = call_of(function, begin, end, flags);
  call.peer = peer;
  call.tag = tag;
  return call;
}

RecordedProgram two_ranks(std::vector<RecordedCall> first, std::vector<RecordedCall> second) {
  RecordedProgram program;
  program.clocks = {{"node1", 0, 0, true}};
  program.ranks.resize(2);
  program.ranks[1].rank = 1;
  program.ranks[0].calls = std::move(first);
  program.ranks[1].calls = std::move(second);
  return program;
}

RecordedCall sent(Ticks at, std::int32_t tag) {
  return message_call(mpi_library::kSend, at, at + 5, CallFlag::kSends, 1, tag);
}

/// A receive that the call at `done_by` completes.
RecordedCall received(std::uint16_t function, Ticks begin, Ticks end, std::int32_t tag,
                      std::uint32_t done_by) {
  RecordedCall call = message_call(function, begin, end, CallFlag::kReceives, 0, tag);
  call.done_by = done_by;
  return call;
}

TEST(Waits, AProbeWaitsForTheMessageThatTheNextReceiveTakes) {
  RecordedProgram program =
      two_ranks({sent(10, 7), sent(50, 7)}, {received(mpi_library::kRecv, 0, 20, 7, 0),
                                             message_call(mpi_library::kProbe, 30, 60, 0, 0, 7),
                                             received(mpi_library::kRecv, 61, 62, 7, 2)});
  const Matching matching = match_messages(program);
  find_idle_times(program, matching);
  EXPECT_EQ(program.ranks[1].calls[0].idle, 10);
  EXPECT_EQ(program.ranks[1].calls[1].idle, 20);
  EXPECT_EQ(program.ranks[1].calls[2].idle, 0);
  const auto releases = find_releases(program, matching);
  ASSERT_EQ(releases[1].size(), 1U);
  EXPECT_EQ(releases[1][0].call, 1U);
  EXPECT_EQ(releases[1][0].at, 50);
  EXPECT_EQ(releases[1][0].function, mpi_library::kSend);
}

TEST(Waits, ASendOfAPredictionWaitsOnlyBeyondTheLimitOfItsMachine) {
  const auto idle_with = [](std::optional<std::uint64_t> eager, std::uint16_t function) {
    RecordedCall send = message_call(function, 10, 40, CallFlag::kSends, 1, 7);
    send.bytes = 8;
    RecordedProgram program = two_ranks({send}, {received(mpi_library::kRecv, 30, 60, 7, 0)});
    program.eager = eager;
    find_idle_times(program, match_messages(program));
    return program.ranks[0].calls[0].idle;
  };
  EXPECT_EQ(idle_with(std::nullopt, mpi_library::kSend), 20);  // a run
  EXPECT_EQ(idle_with(8, mpi_library::kSend), 0);
  EXPECT_EQ(idle_with(7, mpi_library::kSend), 20);
  EXPECT_EQ(idle_with(8, mpi_library::kSsend), 20);
  EXPECT_EQ(idle_with(std::nullopt, mpi_library::kSendrecv), 20);
  EXPECT_EQ(idle_with(7, mpi_library::kSendrecv), 0);
  EXPECT_EQ(idle_with(7, mpi_library::kSendrecv_replace), 0);
}

TEST(Waits, AMatchingProbeWaitsForItsOwnMessage) {
  RecordedProgram program = two_ranks({sent(50, 7)}, {received(mpi_library::kMprobe, 30, 60, 7, 1),
                                                      call_of(mpi_library::kMrecv, 70, 80)});
  find_idle_times(program, match_messages(program));
  EXPECT_EQ(program.ranks[1].calls[0].idle, 20);
  EXPECT_EQ(program.ranks[1].calls[1].idle, 0);
}

TEST(Waits, AProbeOfAMessageThatIsNotTakenIsNotIdle) {
  RecordedProgram program =
      two_ranks({sent(50, 7)}, {message_call(mpi_library::kProbe, 30, 60, 0, 0, 7)});
  find_idle_times(program, match_messages(program));
  EXPECT_EQ(program.ranks[1].calls[0].idle, 0);
}

TEST(Waits, PollsBetweenOtherWorkHaveTheirShareOfTheWait) {
  RecordedCall polls = call_of(mpi_library::kTest, 10, 110, CallFlag::kPolls);
  polls.time = 40;
  polls.calls = 20;
  RecordedProgram program = two_ranks(
      {sent(60, 7)},
      {received(mpi_library::kIrecv, 0, 5, 7, 2), polls, call_of(mpi_library::kTest, 115, 120)});
  find_idle_times(program, match_messages(program));
  EXPECT_EQ(program.ranks[1].calls[1].idle, 20);  // half of their time
  EXPECT_EQ(program.ranks[1].calls[2].idle, 0);
}

TEST(Waits, PollsThatNothingFollowsAreNotIdle) {
  RecordedProgram program = two_ranks({}, {call_of(mpi_library::kTest, 10, 110, CallFlag::kPolls)});
  find_idle_times(program, match_messages(program));
  EXPECT_EQ(program.ranks[1].calls[0].idle, 0);
}

TEST(Waits, TheFirstAtAFenceWaitsForTheLast) {
  RecordedProgram program =
      two_ranks({call_of(mpi_library::kWin_fence, 10, 100, CallFlag::kCollective)},
                {call_of(mpi_library::kWin_fence, 90, 101, CallFlag::kCollective)});
  find_idle_times(program, match_messages(program));
  EXPECT_EQ(program.ranks[0].calls[0].idle, 80);
  EXPECT_EQ(program.ranks[1].calls[0].idle, 0);
}

}  // namespace
}  // namespace dps::mpi_profiles
