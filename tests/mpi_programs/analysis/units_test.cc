// The unit of the times of a program: nanoseconds of a run, picoseconds of a prediction.
#include <gtest/gtest.h>

#include "mpi_programs/analysis/matching.h"
#include "mpi_programs/analysis/run_profile.h"
#include "mpi_programs/library/functions.h"
#include "profiles/json/result_json.h"

namespace dps::mpi_profiles {
namespace {

/// A rank that is in MPI_Barrier from 10 to 10 + `time`, and ends 1 later.
RecordedProgram one_rank(TimeUnit unit, Ticks time) {
  RecordedProgram program;
  program.unit = unit;
  program.clocks = {{"node1", 0, 0, true}};
  program.sites = {{mpi_library::kBarrier, "life.c:1"}};
  program.phases = {"main"};
  program.communicators.resize(2);
  RecordedRank& rank = program.ranks.emplace_back();
  rank.phases = {{0, 0}};
  rank.ended = 11 + time;
  RecordedCall& call = rank.calls.emplace_back();
  call.function = mpi_library::kBarrier;
  call.communicator = board::kWorld;
  call.flags = board::CallFlag::kCollective;
  call.begin = 10;
  call.end = 10 + time;
  call.time = call.idle = time;
  return program;
}

profiles::RunProfile profile_in(TimeUnit unit, Ticks time) {
  const RecordedProgram program = one_rank(unit, time);
  return profile_of(program, match_messages(program));
}

TEST(Units, APredictionKeepsItsPicoseconds) {
  const auto profile = profile_in(TimeUnit::kPicoseconds, 1'234'567'890'123'456);
  EXPECT_EQ(profile.makespan_s, 1234.567890123467);
  ASSERT_EQ(profile.processes.size(), 1U);
  EXPECT_EQ(profile.processes[0].idle_s, 1234.567890123456);
  EXPECT_EQ(profile.processes[0].compute_s, 11e-12);
  EXPECT_EQ(profile.mpi->sites[0].total_s, 1234.567890123456);
  EXPECT_EQ(profile.latencies->ticks_per_second, 1'000'000'000'000U);
}

/// A run and a prediction of one program have the same counts, whatever its times.
TEST(Units, APhaseCountsEachOfItsBeginningsHoweverShort) {
  for (const Ticks length : {0, 1}) {
    RecordedProgram program = one_rank(TimeUnit::kPicoseconds, 12);
    program.phases = {"main", "a"};
    program.ranks[0].phases = {{0, 0}, {length, 1}};
    program.ranks[0].calls[0].phase = 1;
    const auto profile = profile_of(program, match_messages(program));
    ASSERT_EQ(profile.processes[0].units.size(), 2U);
    EXPECT_EQ(profile.processes[0].units[0].futag, "main");
    EXPECT_EQ(profile.processes[0].units[0].active, 1U);
    EXPECT_EQ(profile.processes[0].units[1].active, 1U);
  }
}

TEST(Units, ARunHasNanoseconds) {
  const auto profile = profile_in(TimeUnit::kNanoseconds, 1'500'000'000);
  EXPECT_EQ(profile.processes[0].idle_s, 1'500'000'000 * 1e-9);
  EXPECT_EQ(profile.latencies->ticks_per_second, 1'000'000'000U);
}

TEST(Units, TheResultNamesTheUnitOfAPredictionOnly) {
  for (const TimeUnit unit : {TimeUnit::kPicoseconds, TimeUnit::kNanoseconds}) {
    profiles::RunResult result;
    result.program.emplace();
    result.runs.push_back(profile_in(unit, 1000));
    result.runs[0].latencies.reset();
    const std::string json = profiles::to_json(result);
    EXPECT_EQ(json.find("\"unit\": \"ps\"") != std::string::npos, unit == TimeUnit::kPicoseconds);
    const auto read = profiles::parse_result(json);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->runs[0].mpi->ticks_per_second,
              static_cast<std::uint64_t>(ticks_per_second(unit)));
  }
}

}  // namespace
}  // namespace dps::mpi_profiles
