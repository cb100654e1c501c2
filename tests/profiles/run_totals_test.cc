#include "profiles/run_totals.h"

#include <cmath>

#include <gtest/gtest.h>

namespace dps::profiles {
namespace {

/// Processes that compute for the given times, with a makespan of 1 s.
RunProfile computing(const std::vector<std::pair<std::string, double>>& times) {
  RunProfile run;
  run.makespan_s = 1;
  for (const auto& [ptag, compute_s] : times) {
    ProcessProfile& process = run.processes.emplace_back();
    process.ptag = ptag;
    process.real_s = 1;
    process.compute_s = compute_s;
    process.wait_s = 1 - compute_s;
  }
  return run;
}

using Names = std::vector<std::string>;

TEST(RunTotals, NameNoBusiestProcessWhereAllAreAlike) {
  const RunTotals totals = totals_of(computing({{"Ring.p[0]", 0.31}, {"Ring.p[1]", 0.30}}));
  EXPECT_EQ(totals.busiest, Names{});
  EXPECT_EQ(totals.busiest_processes, 2U);
  EXPECT_EQ(totals.busiest_min_s, 0.30);
  EXPECT_EQ(totals.busiest_max_s, 0.31);
}

TEST(RunTotals, NameTheProcessThatIsBusiestInTheWholeRun) {
  // A mapper that ends early is busy for all of its life, and the reducer for longer.
  RunProfile run = computing({{"Map.p[0]", 0.18}, {"Reduce.p[0]", 0.6}, {"Master.p[0]", 0.1}});
  run.processes[0].real_s = 0.18;
  run.processes[0].wait_s = 0;
  EXPECT_EQ(totals_of(run).busiest, Names{"Reduce.p[0]"});
}

TEST(RunTotals, RanksAreBusyWhileTheyComputeOutsideMpi) {
  RunProfile run = computing({{"p[0]", 0.3}, {"p[1]", 0.5}});
  run.processes[0].send_s = 0.6;
  run.mpi.emplace();
  const RunTotals totals = totals_of(run);
  EXPECT_EQ(totals.busiest, Names{"p[1]"});
  EXPECT_EQ(totals.busiest_max_s, 0.5);
}

TEST(RunTotals, NameTheClonesOfAProcessTogetherIfAllAreBusy) {
  const RunTotals totals =
      totals_of(computing({{"Master.p[0]", 0.2}, {"Worker.p[0]", 0.80}, {"Worker.p[1]", 0.82}}));
  EXPECT_EQ(totals.busiest, Names{"Worker.p"});
  EXPECT_EQ(totals.busiest_processes, 2U);
}

TEST(RunTotals, NameSingleClonesIfOthersAreNotBusy) {
  const RunTotals totals =
      totals_of(computing({{"Worker.p[0]", 0.80}, {"Worker.p[1]", 0.3}, {"Worker.p[2]", 0.79}}));
  EXPECT_EQ(totals.busiest, (Names{"Worker.p[0]", "Worker.p[2]"}));
}

TEST(RunTotals, LeaveOutProcessesOfUnknownTimes) {
  RunProfile run = computing({{"A.p[0]", 0.3}, {"B.p[0]", 0.3}, {"C.p[0]", 0.1}});
  run.processes[1].real_s = run.processes[1].compute_s = kUnknown;
  const RunTotals totals = totals_of(run);
  EXPECT_EQ(totals.busiest, Names{"A.p[0]"});
  EXPECT_EQ(totals.last_end_s, 1);
}

}  // namespace
}  // namespace dps::profiles
