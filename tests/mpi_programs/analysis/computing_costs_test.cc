#include "mpi_programs/analysis/computing_costs.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "mpi_programs/library/functions.h"

namespace dps::mpi_profiles {
namespace {

RecordedCall call_from(Ticks begin, Ticks end, std::uint32_t site) {
  RecordedCall call;
  call.begin = begin;
  call.end = end;
  call.time = end - begin;
  call.site = site;
  return call;
}

/// A program of ranks that call MPI_Send in line 1 and MPI_Recv in line 2; site 2 has no known
/// place.
RecordedProgram program_with(std::vector<RecordedRank> ranks) {
  RecordedProgram program;
  program.sites = {
      {mpi_library::kSend, "a.c:1"}, {mpi_library::kRecv, "a.c:2"}, {mpi_library::kSend, "?"}};
  program.ranks = std::move(ranks);
  return program;
}

RecordedRank rank_with(std::vector<RecordedCall> calls, Ticks ended) {
  RecordedRank rank;
  rank.begun = 100;
  rank.ended = ended;
  rank.has_finalized = true;
  rank.calls = std::move(calls);
  return rank;
}

TEST(ComputingTimes, AreThoseBetweenTwoCallsOfAThread) {
  ComputingTimes times;
  RecordedRank rank = rank_with({call_from(110, 120, 0), call_from(150, 160, 1)}, 163);
  rank.calls.insert(rank.calls.begin() + 1, call_from(125, 140, 1));
  rank.calls[1].thread = 1;
  times.add(program_with({rank}));
  const ComputingCosts costs = times.medians();
  ASSERT_EQ(costs.size(), 3U);
  EXPECT_EQ(costs.at({"MPI_Init", "MPI_Send@a.c:1"}).time.count(), 10'000);
  EXPECT_EQ(costs.at({"MPI_Send@a.c:1", "MPI_Recv@a.c:2"}).time.count(), 30'000);
  EXPECT_EQ(costs.at({"MPI_Recv@a.c:2", "MPI_Finalize"}).time.count(), 3'000);
}

TEST(ComputingTimes, HaveMediansOverRanksAndRuns) {
  ComputingTimes times;
  for (const Ticks between : {5, 1, 9, 2}) {
    times.add(program_with({rank_with({call_from(100 + between, 200, 0)}, 200)}));
  }
  const ComputingCost cost = times.medians().at({"MPI_Init", "MPI_Send@a.c:1"});
  EXPECT_EQ(cost.time.count(), 3'500);
  EXPECT_EQ(cost.count, 4U);
}

TEST(ComputingTimes, HaveNoneBesideUnknownPlacesAndPartsOfCallsAndAfterOpenOnes) {
  ComputingTimes times;
  RecordedRank rank =
      rank_with({call_from(110, 120, 0), call_from(121, 122, 1), call_from(130, 140, 2)}, 150);
  rank.calls[1].calls = 0;  // part of the first one
  times.add(program_with({rank}));
  rank.calls = {call_from(110, 150, 0)};
  rank.calls[0].is_open = true;
  rank.has_finalized = false;
  times.add(program_with({rank}));
  const ComputingCosts costs = times.medians();
  ASSERT_EQ(costs.size(), 1U);
  EXPECT_EQ(costs.begin()->first, (CallPair{"MPI_Init", "MPI_Send@a.c:1"}));
}

TEST(ComputingTimes, OfPollsInARowAreTheirMean) {
  ComputingTimes times;
  RecordedRank rank = rank_with({call_from(110, 210, 0)}, 210);
  rank.calls[0].calls = 5;
  rank.calls[0].time = 60;
  times.add(program_with({rank}));
  EXPECT_EQ(times.medians().at({"MPI_Send@a.c:1", "MPI_Send@a.c:1"}).time.count(), 10'000);
}

RC_GTEST_PROP(ComputingCostsFile, IsReadAsItWasWritten, ()) {
  ComputingCosts costs;
  const auto count = *rc::gen::inRange(1, 8);
  const auto text = rc::gen::container<std::string>(rc::gen::map(
      rc::gen::inRange<int>(' ', '~' + 1), [](int c) { return static_cast<char>(c); }));
  for (int i = 0; i < count; ++i) {
    const CallPair pair{*text, *text};
    costs[pair] = {Picoseconds(*rc::gen::inRange<std::int64_t>(0, 1'000'000'000'000)),
                   *rc::gen::inRange<std::uint64_t>(1, 1000)};
  }
  const auto reading = read_computing_costs({"costs", computing_costs_text(costs, "comment")});
  RC_ASSERT(reading.costs.has_value());
  RC_ASSERT(reading.costs->size() == costs.size());
  for (const auto& [pair, cost] : costs) {
    RC_ASSERT(reading.costs->at(pair).time.count() == cost.time.count());
    RC_ASSERT(reading.costs->at(pair).count == cost.count);
  }
}

TEST(ComputingCostsFile, NamesItsMistakes) {
  const std::string pair = "[[between]]\nfrom = \"a\"\nto = \"b\"\n";
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"", "there is no time; 'dps run --costs-out FILE -- COMMAND' writes"},
           {pair, "time"},
           {pair + "time = \"3\"\n", "which has no unit"},
           {pair + "time = \"often\"\n", "expected a time such as '12.5us'"},
           {pair + "time = \"2e7s\"\n", "out of range"},
           {pair + "time = \"1s\"\n" + pair + "time = \"1s\"\n", "the same two calls twice"},
           {pair + "time = \"1s\"\nspeed = 3\n", "speed"},
           {"[[between]\n", ""}}) {
    const auto reading = read_computing_costs({"costs", text});
    EXPECT_FALSE(reading.costs.has_value()) << text;
    ASSERT_FALSE(reading.diagnostics.empty()) << text;
    EXPECT_NE(reading.diagnostics.front().text.find(message), std::string::npos)
        << reading.diagnostics.front().text;
  }
}

}  // namespace
}  // namespace dps::mpi_profiles
