// Runs over Open MPI on a cluster of four hosts: counts, placement, the faults with which all
// launchers are tested, and faults of mpirun and its daemons.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/utsname.h>

#include "cluster_kind.h"
#include "ring_faults.h"
#include "traced_ring.h"

namespace dps::end_to_end {

const char* const kClusterKind = R"(nodes 4
default slots=2
node2 clock=+3600s
node3 type=SGI
)";

namespace {

using Json = nlohmann::json;
using std::chrono::seconds;
using Finished = Running::Finished;

constexpr const char* kTerrain = R"(
T Ring.p[0] A NAME = node1
T Ring.p[1] B NAME = node2
T Ring.p[2] C TYPE = SGI
T Ring.p[3] D NAME = node4
)";

std::vector<std::string> ring_words(std::vector<std::string> more = {}) {
  std::vector<std::string> words{"run",         write_ring({{}, kTerrain}),
                                 "--hosts",     cluster().hosts_file(),
                                 "--launcher",  "mpi",
                                 "--transport", "mpi"};
  words.insert(words.end(), more.begin(), more.end());
  return cluster().dps(words);
}

Json kept(const std::string& name) {
  std::ifstream file(cluster().shared(name));
  return Json::parse(file, nullptr, false);
}

std::uint64_t messages_taken(const Json& result) {
  std::uint64_t taken = 0;
  for (const Json& process : result.at("runs").at(0).at("processes")) {
    taken += process.at("msgs_in").get<std::uint64_t>();
  }
  return taken;
}

TEST(ClusterMpi, ARingRunsOnTheHostsOfItsTerrain) {
  const Finished finished =
      Running(ring_words({"--set", "rounds=20", "-o", cluster().shared("ring.json"), "--trace",
                          cluster().shared("ring.dpstrace")}))
          .wait();
  ASSERT_EQ(finished.status, 0) << finished.err;
  expect_trace(cluster().shared("ring.dpstrace"), 4, 80);
  const Json result = kept("ring.json");
  std::map<std::string, std::string> hosts;
  for (const Json& process : result.at("runs").at(0).at("processes")) {
    hosts[process.at("ptag")] = process.at("host");
  }
  const std::map<std::string, std::string> expected{{"Ring.p[0]", "node1"},
                                                    {"Ring.p[1]", "node2"},
                                                    {"Ring.p[2]", "node3"},
                                                    {"Ring.p[3]", "node4"}};
  EXPECT_EQ(hosts, expected);
  EXPECT_EQ(messages_taken(result), 80U);
  EXPECT_EQ(result.at("environment").at("launcher"), "mpi");
  EXPECT_EQ(result.at("environment").at("transport"), "mpi");
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
}

TEST(ClusterMpi, DataMayTravelOverTcp) {
  std::vector<std::string> words =
      ring_words({"--set", "rounds=20", "-o", cluster().shared("tcp.json")});
  *(std::find(words.begin(), words.end(), "--transport") + 1) = "tcp";
  const Finished finished = Running(words).wait();
  ASSERT_EQ(finished.status, 0) << finished.err;
  const Json result = kept("tcp.json");
  EXPECT_EQ(result.at("environment").at("launcher"), "mpi");
  EXPECT_EQ(result.at("environment").at("transport"), "tcp");
  EXPECT_EQ(messages_taken(result), 80U);
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
}

/// Runs the blueprint with a hosts file that contains only names.
Finished run_on_bare_hosts(const std::string& blueprint) {
  const std::string hosts = cluster().write_file("bare", "node1\nnode2\nnode3\nnode4\n");
  return Running(cluster().dps({"run", blueprint, "--set", "rounds=20", "--hosts", hosts,
                                "--launcher", "mpi", "--transport", "mpi"}))
      .wait();
}

TEST(ClusterMpi, PropertiesMissingInTheHostsFileAreReadFromTheHosts) {
  utsname machine{};
  uname(&machine);
  const std::string wants = "T Ring.p[2] C TYPE = " + std::string(machine.machine) + "\n";
  const Finished finished = run_on_bare_hosts(write_ring({{}, wants}));
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
}

TEST(ClusterMpi, TheLoginUsesTheUserNameOfTheHostsFile) {
  const std::string hosts =
      cluster().write_file("guests", "node1\nnode2\nnode3 username=nosuchguest\nnode4\n");
  std::vector<std::string> words = ring_words({});
  *(std::find(words.begin(), words.end(), "--hosts") + 1) = hosts;
  const Finished finished = Running(words).wait();
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.err.find("error: node3: while starting"), std::string::npos) << finished.err;
  EXPECT_NE(finished.err.find("nosuchguest@"), std::string::npos) << finished.err;
  EXPECT_NE(finished.err.find("Permission denied"), std::string::npos) << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(3)), std::vector<std::string>{});
}

TEST(ClusterMpi, AnUnsatisfiedConstraintIsNamedAfterTheSurvey) {
  const Finished finished = run_on_bare_hosts(write_ring({{}, kTerrain}));
  EXPECT_EQ(finished.status, 3) << finished.err;
  EXPECT_NE(finished.err.find("TYPE = SGI"), std::string::npos) << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
}

constexpr const char* kCoordinator = "bin/dps run";
// Each rank consists of three processes: the proxy, the guardian (the outer half), and the process
// that calls MPI_Init.
constexpr const char* kAgent = "--rank-of agent";
constexpr const char* kRank = "--rank-of process";
/// The daemon of Open MPI. The two halves of its guard have the same words and lower pids; a child
/// that the daemon has forked has them as well until it becomes a rank, and a higher pid.
pid_t daemon_on(const std::string& host) {
  return victim(host, "orted -mca", 2);
}

class MpiFaults : public testing::TestWithParam<Fault> {};

TEST_P(MpiFaults, AreNamedInTimeAndLeaveNothing) {
  expect_reported_in_time(ring_words(), GetParam());
}

const Fault kFaults[] = {
    {"simulator_killed", [] { hit(victim("node3", kRank, -1), SIGKILL); }, 1,
     "'Ring.p[2]' on node3 was killed by signal 9 (SIGKILL) while", 4, seconds(2)},
    {"simulator_crashed", [] { hit(victim("node2", kRank, -1), SIGSEGV); }, 1,
     "'Ring.p[1]' on node2 was killed by signal 11 (SIGSEGV) while", 4, seconds(2)},
    {"guardian_of_a_rank_killed", [] { hit(victim("node4", kRank, 1), SIGKILL); }, 1,
     "'Ring.p[3]' on node4 was killed by signal 9 (SIGKILL) while", 4, seconds(2)},
    {"proxy_of_a_rank_killed", [] { hit(victim("node4", kRank), SIGKILL); }, 1,
     "'Ring.p[3]' on node4 was killed by signal 9 (SIGKILL) while", 4, seconds(2)},
    {"outer_half_killed", [] { hit(victim("node3", kAgent, 1), SIGKILL); }, 1,
     "node3: agent lost (its outer half ended", 5, seconds(3)},
    {"inner_half_killed", [] { hit(victim("node3", kAgent, -1), SIGKILL); }, 1,
     "node3: agent lost (its inner half ended by signal 9 (SIGKILL)) while running", 5, seconds(3)},
    {"proxy_of_an_agent_killed", [] { hit(victim("node3", kAgent), SIGKILL); }, 1,
     "node3: agent lost", 5, seconds(3)},
    {"mpirun_killed", [] { hit(victim("node1", "mpirun --enable", -1), SIGKILL); }, 1,
     "mpirun was killed by signal 9 (SIGKILL)", 5, seconds(3)},
    {"guard_killed", [] { hit(victim("node1", "--guard"), SIGKILL); }, 1,
     "the launcher was killed by signal 9 (SIGKILL)", 5, seconds(3)},
    {"daemon_killed", [] { hit(daemon_on("node3"), SIGKILL); }, 1,
     "node3: agent lost (the daemon of Open MPI that started it, orted, has ended) while running",
     10, seconds(3)},
    {"outer_half_of_a_guard_of_a_daemon_killed",
     [] { hit(victim("node3", "dps-simulator-mpi --daemon"), SIGKILL); }, 1,
     "node3: agent lost (the daemon of Open MPI that started it, orted, has ended) while running",
     10, seconds(3)},
    {"inner_half_of_a_guard_of_a_daemon_killed",
     [] { hit(victim("node3", "dps-simulator-mpi --daemon", -1), SIGKILL); }, 1,
     "node3: agent lost (the daemon of Open MPI that started it, orted, has ended) while running",
     10, seconds(3)},
    {"interrupted", [] { hit(victim("node1", kCoordinator), SIGINT); }, 130,
     "stopped by signal 2 (SIGINT)", 3, seconds(2)},
    {"coordinator_killed", [] { hit(victim("node1", kCoordinator), SIGKILL); }, 128 + SIGKILL, "",
     1, seconds(3)},
};

INSTANTIATE_TEST_SUITE_P(Cluster, MpiFaults, testing::ValuesIn(kFaults),
                         [](const auto& fault) { return name_of(fault.param); });

/// There is no rank yet that could remove the files of the daemon.
TEST(ClusterMpi, ADaemonThatIsKilledBeforeItHasStartedARankIsNamedAndLeavesNothing) {
  Running run(ring_words());
  ASSERT_TRUE(eventually(seconds(20), [] {
    const auto now = cluster().left();
    return std::any_of(now.begin(), now.end(),
                       [](const auto& one) { return one.starts_with("node3: /tmp/ompi."); });
  })) << run.err();
  hit(daemon_on("node3"), SIGKILL);
  const Finished finished = run.wait(seconds(15));
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.err.find("node3: "), std::string::npos) << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(3)), std::vector<std::string>{});
}

}  // namespace
}  // namespace dps::end_to_end
