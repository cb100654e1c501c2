#include "profiles/text/wait_table.h"

#include <gtest/gtest.h>

namespace dps::profiles {
namespace {

/// A master and two workers. The master waits for their results for 4 s.
RunProfile master_and_workers() {
  RunProfile run;
  run.makespan_s = 10;
  for (const char* ptag : {"Master.p[0]", "Worker.p[0]", "Worker.p[1]"}) {
    ProcessProfile& process = run.processes.emplace_back();
    process.ptag = ptag;
    process.real_s = 10;
  }
  run.processes[0].wait_s = 4.5;
  run.processes[0].take_s = 0.5;
  run.processes[0].idle_s = 4;
  return run;
}

std::string lines(const RunProfile& run) {
  const std::string table = wait_table(rows_of(run, false), run, false);
  constexpr std::string_view kHeading =
      "\nprocess                     wait       take  waited mostly\n";
  EXPECT_TRUE(table.empty() || table.starts_with(kHeading)) << table;
  return table.substr(table.empty() ? 0 : kHeading.size());
}

TEST(WaitTable, NamesTheSenderThatMostOfTheTimeWasWaitedFor) {
  RunProfile run = master_and_workers();
  run.messages = {{"Done.m", "Worker.p[0]", "Master.p[0]", 1, 1, 0, 0, 0, 0.5},
                  {"Done.m", "Worker.p[1]", "Master.p[0]", 1, 1, 0, 0, 0, 3.5}};
  EXPECT_EQ(lines(run),
            "Master.p[0]              4.500 s    0.500 s  87.5% for Done.m from Worker.p[1]\n");
}

TEST(WaitTable, NamesTheCloneGroupIfNoSenderHasMostOfTheTime) {
  RunProfile run = master_and_workers();
  run.messages = {{"Done.m", "Worker.p[0]", "Master.p[0]", 1, 1, 0, 0, 0, 2},
                  {"Done.m", "Worker.p[1]", "Master.p[0]", 1, 1, 0, 0, 0, 2}};
  EXPECT_EQ(lines(run),
            "Master.p[0]              4.500 s    0.500 s  100.0% for Done.m from Worker.p\n");
}

TEST(WaitTable, ReportsThatNoMessageEndedMostOfTheWait) {
  RunProfile run = master_and_workers();
  run.messages = {{"Done.m", "Worker.p[0]", "Master.p[0]", 1, 1, 0, 0, 0, 1}};
  EXPECT_EQ(lines(run),
            "Master.p[0]              4.500 s    0.500 s  75.0%, and no message came\n");
}

TEST(WaitTable, ATimerComesFromTheProcessItself) {
  RunProfile run = master_and_workers();
  run.messages = {{"Tick.m", "Master.p[0]", "Master.p[0]", 1, 1, 0, 0, 0, 4}};
  EXPECT_EQ(lines(run),
            "Master.p[0]              4.500 s    0.500 s  100.0% for Tick.m from itself\n");
}

TEST(WaitTable, AnOperationIsNamed) {
  RunProfile run = master_and_workers();
  run.messages = {{"Sum.m", "Worker.p[1]", "Master.p[0]", 1, 1, 0, 0, 0, 4, "allreduce"}};
  EXPECT_EQ(lines(run),
            "Master.p[0]              4.500 s    0.500 s  100.0% for Sum.m (allreduce) from\n"
            "                                             Worker.p[1]\n");
}

/// A library has performed it: no message from another process ended the wait.
TEST(WaitTable, AnOperationOfALibraryHasNoSender) {
  RunProfile run = master_and_workers();
  run.messages = {{"Sum.m", "Master.p[0]", "Master.p[0]", 1, 1, 0, 0, 0, 4, "allreduce"}};
  EXPECT_EQ(lines(run),
            "Master.p[0]              4.500 s    0.500 s  100.0% for Sum.m (allreduce)\n");
}

TEST(WaitTable, ProcessesThatDidNotWaitHaveNoLine) {
  EXPECT_EQ(lines({}), "");
}

TEST(WaitTable, FieldsThatVersion1OfAResultDoesNotHaveAreLeftOut) {
  RunProfile run = master_and_workers();
  for (ProcessProfile& process : run.processes) {
    process.idle_s = kUnknown;
  }
  EXPECT_EQ(lines(run), "");
}

}  // namespace
}  // namespace dps::profiles
