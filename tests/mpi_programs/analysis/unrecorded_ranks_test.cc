// The known facts about the calls of a rank if another rank of its program is not recorded.
#include "mpi_programs/analysis/unrecorded_ranks.h"

#include <cmath>

#include <gtest/gtest.h>

#include "mpi_programs/analysis/matching.h"
#include "mpi_programs/analysis/message_rows.h"
#include "mpi_programs/library/functions.h"

namespace dps::mpi_profiles {
namespace {

using board::CallFlag;

RecordedCall half_call(std::uint16_t function, std::uint16_t flags, std::int32_t peer) {
  RecordedCall call;
  call.function = function;
  call.flags = flags;
  call.communicator = board::kWorld;
  call.peer = peer;
  call.tag = 5;
  call.end = call.time = 10;
  return call;
}

/// Rank 0 of two, of which the other one is not recorded.
RecordedProgram half_of(std::vector<RecordedCall> calls) {
  RecordedProgram program;
  program.clocks = {{"node1", 0, 0, true}};
  program.communicators = {{"unknown", 0, {}}, {"", 2, {{0, 1}, {}}}, {"self", 1, {}}};
  program.ranks.resize(1);
  program.ranks[0].calls = std::move(calls);
  return program;
}

/// The idle times of the calls; NaN if they are unknown.
std::vector<double> idle_of(RecordedProgram program) {
  find_idle_times(program, match_messages(program));
  mark_unknown_idle_times(program);
  std::vector<double> idle;
  for (const RecordedCall& call : program.ranks[0].calls) {
    idle.push_back(program.idle_s(call));
  }
  return idle;
}

TEST(UnrecordedRanks, WaitsForThemAreUnknown) {
  std::vector<RecordedCall> calls{
      half_call(mpi_library::kRecv, CallFlag::kReceives, 1),
      half_call(mpi_library::kIrecv, CallFlag::kReceives, 1),
      half_call(mpi_library::kWait, 0, board::kAny),
      half_call(mpi_library::kSsend, CallFlag::kSends, 1),
      half_call(mpi_library::kProbe, 0, 1),
      half_call(mpi_library::kBarrier, CallFlag::kCollective, board::kAny),
  };
  calls[0].done_by = 0;
  calls[1].done_by = 2;
  const std::vector<double> idle = idle_of(half_of(std::move(calls)));
  for (const std::size_t unknown : {0U, 2U, 3U, 4U, 5U}) {
    EXPECT_TRUE(std::isnan(idle[unknown])) << unknown;
  }
  EXPECT_EQ(idle[1], 0);  // MPI_Irecv does not wait
}

TEST(UnrecordedRanks, OtherCallsAreKnown) {
  std::vector<RecordedCall> calls{
      half_call(mpi_library::kRecv, CallFlag::kReceives, 0),
      half_call(mpi_library::kSend, CallFlag::kSends, board::kNobody),
      half_call(mpi_library::kSend, CallFlag::kSends | CallFlag::kFailed, kInvalidRank),
      half_call(mpi_library::kBarrier, CallFlag::kCollective, board::kAny)};
  calls[0].done_by = 0;
  calls[3].communicator = board::kSelf;
  EXPECT_EQ(idle_of(half_of(std::move(calls))), std::vector<double>(4, 0));
}

TEST(UnrecordedRanks, MessagesToThemCountAndAreNotLate) {
  const RecordedProgram program = half_of({half_call(mpi_library::kSend, CallFlag::kSends, 1)});
  const auto rows = message_rows(program, match_messages(program));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].receiver, "p[1]");
  EXPECT_EQ(rows[0].sent, 1U);
  EXPECT_EQ(rows[0].late, 0U);
}

}  // namespace
}  // namespace dps::mpi_profiles
