#include "mpi_programs/analysis/computing_rows.h"

#include <filesystem>
#include <string>

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

#include "mpi_programs/analysis/sampled_times.h"
#include "mpi_programs/library/functions.h"

/// The symbol that the samples below are in.
extern "C" __attribute__((noinline, used)) int dps_test_sampled(int x) {
  return 3 * x + 1;
}

namespace dps::mpi_profiles {
namespace {

/// This program in memory, and an address in dps_test_sampled().
struct OwnCode {
  std::uint64_t first = 0;
  std::uint64_t address = 0;
  std::string path = std::filesystem::read_symlink("/proc/self/exe");
};

OwnCode own_code() {
  OwnCode own;
  own.address = reinterpret_cast<std::uint64_t>(&dps_test_sampled);
  Dl_info symbol{};
  link_map* map = nullptr;
  if (::dladdr1(reinterpret_cast<void*>(&dps_test_sampled), &symbol, reinterpret_cast<void**>(&map),
                RTLD_DL_LINKMAP) != 0) {
    own.first = map->l_addr;
  }
  return own;
}

constexpr std::uint64_t kBeyond = 0x1000'0000;  // bytes after the beginning of this program

TEST(SampledTimes, SamplesBelongToTheCallsAroundThem) {
  const OwnCode own = own_code();
  SourceLines lines;
  CodePlaces places(lines);
  SampledTimes times;
  times.add_sample(own.address, 4);
  times.add_call(1);
  times.add_call(2);
  times.add_sample(own.address, 5);
  times.add_sample(own.address, 6);
  times.add_module(own.first, own.first + kBeyond, own.path);  // known only now
  times.add_call(1);
  times.add_sample(own.address, 7);
  const auto rows = times.take(places);
  const auto code = places.take();
  ASSERT_EQ(rows.size(), 3U);
  ASSERT_EQ(code.size(), 1U);
  EXPECT_EQ(code[0].function, "dps_test_sampled");
  EXPECT_EQ(rows[0].before, 1U);
  EXPECT_EQ(rows[0].after, kNoSite);
  EXPECT_EQ(rows[0].time, 7);
  EXPECT_EQ(rows[1].before, 2U);
  EXPECT_EQ(rows[1].after, 1U);
  EXPECT_EQ(rows[1].samples, 2U);
  EXPECT_EQ(rows[1].time, 11);
  EXPECT_EQ(rows[2].before, kNoSite);
  EXPECT_EQ(rows[2].after, 1U);
}

TEST(SampledTimes, CodeWithoutAModuleIsUnknownAndTheRecorderIsLeftOut) {
  SourceLines lines;
  CodePlaces places(lines);
  SampledTimes times;
  times.add_module(0x1000, 0x2000, "/usr/lib/dps/libdps_mpi.so");
  times.add_module(0x3000, 0x4000, std::string("/nowhere/life\0id", 16));
  times.add_sample(0x1800, 1);
  times.add_sample(0x2800, 2);
  times.add_sample(0x3800, 3);
  const auto rows = times.take(places);
  const auto code = places.take();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(code[rows[0].code].module + code[rows[0].code].function, "");
  EXPECT_EQ(rows[0].time, 2);
  EXPECT_EQ(code[rows[1].code].module, "life");
  EXPECT_EQ(code[rows[1].code].function, "");
  EXPECT_EQ(rows[1].time, 3);
}

/// A rank with calls at sites 0 and 1, each of 10 ms behind 90 ms of computing, then 100 ms more.
RecordedProgram two_calls() {
  RecordedProgram program;
  program.clocks = {{"node1", 0, 0, true}};
  program.sites = {{mpi_library::kBarrier, "life.c:1"}, {mpi_library::kBarrier, "life.c:2"}};
  program.phases = {"main"};
  program.communicators.resize(2);
  RecordedRank& rank = program.ranks.emplace_back();
  rank.phases = {{0, 0}};
  rank.ended = 300'000'000;
  for (std::uint32_t site = 0; site < 2; ++site) {
    RecordedCall& call = rank.calls.emplace_back();
    call.function = mpi_library::kBarrier;
    call.site = site;
    call.begin = 100'000'000 * site + 90'000'000;
    call.end = 100'000'000 * site + 100'000'000;
    call.time = 10'000'000;
  }
  program.code = {{"relax", "life.c:10", "life", "life.c:12"},
                  {"relax", "life.c:10", "life", "life.c:13"},
                  {"exp", "", "libm.so.6", ""}};
  rank.sampled = {
      {kNoSite, 0, 0, 3, 30'000'000}, {0, 1, 1, 500, 50'000'000}, {0, 1, 2, 200, 20'000'000}};
  return program;
}

TEST(ComputingRows, LinesOfAFunctionAreOneRowWithTheHottest) {
  profiles::MpiProfile made;
  add_computing(two_calls(), made);
  ASSERT_EQ(made.computing.size(), 2U);
  const profiles::ComputingProfile& relax = made.computing[0];
  EXPECT_EQ(relax.function, "relax");
  EXPECT_EQ(relax.hottest, "life.c:13");
  EXPECT_EQ(relax.samples, 503U);
  EXPECT_EQ(relax.ranks, 1U);
  EXPECT_DOUBLE_EQ(relax.cpu_s, 80e-3);
  EXPECT_DOUBLE_EQ(relax.hottest_s, 50e-3);
  EXPECT_EQ(made.computing[1].hottest, "");
  ASSERT_EQ(made.regions.size(), 3U);
  EXPECT_EQ(made.regions[0].tag, "BUSY from life.c:1 to MPI_Barrier@life.c:2");
  EXPECT_EQ(made.regions[0].function, "relax");
  EXPECT_EQ(made.regions[1].function, "exp");
  EXPECT_EQ(made.regions[2].tag, "BUSY from MPI_Init to MPI_Barrier@life.c:1");
}

TEST(ComputingRows, AComputationOnThePathNamesItsFunctionsAndTheTimeWithoutACore) {
  profiles::Why why;
  profiles::PathShare share;
  share.what = "compute";
  share.main_ptag = "p[0]";
  share.tag = "BUSY from life.c:1 to MPI_Barrier@life.c:2";
  why.shares.push_back(share);
  share.tag = "BUSY from MPI_Init to MPI_Barrier@life.c:1";  // too few samples
  why.shares.push_back(share);
  RecordedProgram program = two_calls();
  name_functions(program, why);
  EXPECT_TRUE(why.functions.empty());  // it was not sampled
  program.ranks[0].sampling = board::Sampling::kOn;
  name_functions(program, why);
  ASSERT_EQ(why.functions.size(), 3U);
  EXPECT_EQ(why.functions[0].function + why.functions[0].module, "");
  EXPECT_NEAR(why.functions[0].share, 20e6 / 90e6, 1e-6);
  EXPECT_EQ(why.functions[1].function, "relax");
  EXPECT_NEAR(why.functions[1].share, 50e6 / 70e6, 1e-6);
  EXPECT_EQ(why.functions[2].module, "libm.so.6");
}

TEST(ComputingRows, ANoteHasTheReasonIfRanksWereNotSampled) {
  RecordedProgram program = two_calls();
  EXPECT_EQ(sampling_note(program), "");
  program.ranks[0].sampling = board::Sampling::kSignalTaken;
  EXPECT_EQ(sampling_note(program),
            "the computing functions of 1 rank are not known: the program handles or blocks the "
            "signals that a timer of dps could use");
}

}  // namespace
}  // namespace dps::mpi_profiles
