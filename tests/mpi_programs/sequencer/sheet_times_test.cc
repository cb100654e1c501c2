// The times of calls on a data sheet, and the substitutes for equations that it lacks.
#include "mpi_programs/sequencer/sheet_times.h"

#include <gtest/gtest.h>

#include "tests/mpi_programs/sequencer/sample_sheet.h"

namespace dps::sequencer {
namespace {

using mpi_library::kAllreduce;
using mpi_library::kBarrier;
using mpi_library::kComm_dup;
using mpi_library::kExscan;
using mpi_library::kGather;
using mpi_library::kReduce_scatter;

TEST(SheetTimes, OneProcessPaysNothing) {
  const machines::Datasheet sheet = sample_sheet();
  SheetTimes times(sheet, {}, 4);
  EXPECT_EQ(times.collective(kBarrier, 1, 0).count(), 0);
  EXPECT_EQ(times.collective(kBarrier, 2, 0).count(), 20 * kUs);
}

TEST(SheetTimes, MissingEquationsAreReplacedByOthers) {
  machines::Datasheet sheet = sample_sheet();
  sheet.functions.push_back(function("scatter", 7));
  SheetTimes times(sheet, {}, 2);
  EXPECT_EQ(times.collective(kExscan, 2, 8).count(), (100 + 2 + 4) * kUs);  // reduce
  EXPECT_EQ(times.collective(kComm_dup, 2, 0).count(), 20 * kUs);           // barrier
  EXPECT_EQ(times.collective(kReduce_scatter, 2, 8).count(), (100 + 2 + 8 + 7) * kUs);
  EXPECT_EQ(times.collective(kAllreduce, 2, 8).count(), 0);
  EXPECT_EQ(times.send(mpi_library::kRsend, 4, {0, 1}).count(), 30 * kUs);
  times.count_send(mpi_library::kRsend);
  EXPECT_EQ(times.collective(kBarrier, 2, 0).count(), 20 * kUs);
  const std::vector<std::string> expected{
      "MPI_Rsend (1 call) is charged as send: the sheet has no rsend",
      "MPI_Allreduce (2 calls) takes no time: the sheet has no allreduce",
      "MPI_Comm_dup (2 calls) is charged as barrier: the sheet has no comm_dup",
      "MPI_Exscan (2 calls) is charged as reduce: the sheet has no exscan",
      "MPI_Reduce_scatter (2 calls) is charged as reduce of all data and scatter: the sheet has no "
      "reduce_scatter"};
  EXPECT_EQ(times.notes(), expected);
}

TEST(SheetTimes, AnOperationThatNeverBeginsIsNotNoted) {
  const machines::Datasheet sheet = sample_sheet();
  SheetTimes times(sheet, {}, 2);
  EXPECT_EQ(times.begun_collective(mpi_library::kIallreduce, 2, 8).wait.count(), 0);
  EXPECT_EQ(times.notes(), std::vector<std::string>{});
  times.count_collective(mpi_library::kIallreduce, 2);
  EXPECT_EQ(times.notes(),
            std::vector<std::string>{
                "MPI_Iallreduce (2 calls) takes no time: the sheet has no allreduce"});
}

TEST(SheetTimes, AliasesAreNoted) {
  machines::Datasheet sheet = sample_sheet();
  sheet.aliases = {{"gather", "bcast"}};
  SheetTimes times(sheet, {}, 2);
  EXPECT_EQ(times.collective(kGather, 2, 4).count(), 21 * kUs);
  EXPECT_EQ(times.notes(),
            std::vector<std::string>{
                "MPI_Gather (2 calls) is charged as bcast: the sheet has no gather"});
}

TEST(SheetTimes, RanksOfOneHostHaveTheirOwnEquations) {
  machines::Datasheet sheet = sample_sheet();
  sheet.hosts.resize(2);
  sheet.functions.push_back(function("send", 3));
  sheet.functions.back().path = machines::FunctionPath::kHost;
  SheetTimes times(sheet, {}, 4);
  EXPECT_EQ(times.send(mpi_library::kSend, 4, {0, 1}).count(), 30 * kUs);
  EXPECT_EQ(times.send(mpi_library::kSend, 4, {0, 2}).count(), 3 * kUs);
  EXPECT_EQ(times.send(mpi_library::kSend, 4, {1, 1}).count(), 3 * kUs);
}

TEST(SheetTimes, ContendedTimesAreThoseOfAllRanks) {
  machines::Datasheet sheet = sample_sheet();
  sheet.functions.push_back(function("allsend", 40, 1));
  machines::MachineOptions options;
  options.contended = true;
  SheetTimes times(sheet, options, 8);
  EXPECT_EQ(times.send(mpi_library::kSend, 4, {0, 1}).count(), 48 * kUs);
  EXPECT_EQ(times.transit(4, {0, 1}).count(), 42 * kUs);  // recv: there is no allrecv
}

}  // namespace
}  // namespace dps::sequencer
