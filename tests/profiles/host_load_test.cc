#include "profiles/host_load.h"

#include <gtest/gtest.h>

namespace dps::profiles {
namespace {

/// Two hosts with 4 cores, each with one process that ran for 10 s.
RunResult idle_run() {
  RunResult result;
  for (const char* name : {"a", "b"}) {
    HostProfile& host = result.hosts.emplace_back();
    host.name = name;
    host.cores = 4;
  }
  RunProfile& run = result.runs.emplace_back();
  run.makespan_s = 10;
  for (const char* host : {"a", "b"}) {
    ProcessProfile& process = run.processes.emplace_back();
    process.ptag = "P.p[0]";
    process.host = host;
  }
  result.environment = {{"load_before", R"(["0.10", "2.00"])"},
                        {"involuntary_switches", R"(["9", "200"])"},
                        {"steal_s", R"(["0.010", "0.800"])"}};
  return result;
}

TEST(LoadNote, IsEmptyForIdleHosts) {
  EXPECT_EQ(load_note(idle_run()), "");
  EXPECT_EQ(load_note(RunResult{}), "");
}

TEST(LoadNote, NamesTheHostTheEvidenceAndTheConsequence) {
  RunResult result = idle_run();
  result.environment = {{"load_before", R"(["0.10", "2.01"])"},
                        {"involuntary_switches", R"(["9", "1201"])"},
                        {"steal_s", R"(["0.010", "0.810"])"}};
  EXPECT_EQ(load_note(result),
            "other work used b (load 2.01 on 4 cores at the start, 1,201 involuntary "
            "context switches, "
            "810 ms of CPU time taken by the hypervisor (steal)): real times are longer and vary "
            "more than on idle hosts; CPU times are affected less");
}

TEST(LoadNote, DoesNotClaimThatWorkAtTheStartWentOn) {
  RunResult result = idle_run();
  result.environment = {{"load_before", R"(["0.10", "2.01"])"}};
  EXPECT_EQ(load_note(result),
            "other work used b (load 2.01 on 4 cores at the start): if it went on during "
            "the run, real times are longer and vary more than on idle hosts; CPU times are "
            "affected less");
}

TEST(LoadNote, AHostWithMoreProcessesThanCoresPreemptsThemItself) {
  RunResult result = idle_run();
  result.hosts[1].cores = 1;
  result.environment = {{"involuntary_switches", R"(["0", "5000"])"}};
  EXPECT_NE(load_note(result), "");
  result.runs[0].processes[0].host = "b";
  EXPECT_EQ(load_note(result), "");
}

TEST(LoadNote, NeedsEnoughSwitchesAndEnoughSteal) {
  RunResult result = idle_run();
  result.runs[0].makespan_s = 0.001;
  result.environment = {{"involuntary_switches", R"(["9", "9"])"},
                        {"steal_s", R"(["0.01", "0.01"])"}};
  EXPECT_EQ(load_note(result), "");
}

TEST(LoadNote, NamesThreeHostsAndCountsTheOthers) {
  RunResult result;
  for (int i = 0; i < 5; ++i) {
    HostProfile& host = result.hosts.emplace_back();
    host.name = "n" + std::to_string(i);
    host.cores = 1;
  }
  result.environment = {{"load_before", R"(["2", "2", "2", "2", "2"])"}};
  EXPECT_EQ(
      load_note(result).rfind("other work used n0 (load 2.00 on 1 core at the start), n1 ", 0), 0U);
  EXPECT_NE(load_note(result).find("n2 (load 2.00 on 1 core at the start) and 2 more hosts: "),
            std::string::npos);
}

}  // namespace
}  // namespace dps::profiles
