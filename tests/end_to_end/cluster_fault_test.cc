// Faults during a run over four hosts: the report, the exit status, the time until both, and that
// nothing is left on the hosts. Each row injects a fault of the table in docs/reliability.md.
#include <csignal>
#include <random>

#include <gtest/gtest.h>

#include "cluster_kind.h"
#include "ring_faults.h"

namespace dps::end_to_end {

const char* const kClusterKind = "nodes 4\n";

namespace {

using std::chrono::seconds;
using Finished = Running::Finished;

std::vector<std::string> ring_words(std::vector<std::string> more = {}) {
  std::vector<std::string> words{"run", write_ring(), "--hosts", cluster().hosts_file()};
  words.insert(words.end(), more.begin(), more.end());
  return cluster().dps(words);
}

constexpr const char* kCoordinator = "bin/dps run";
constexpr const char* kAgent = "dps-simulator --agent";
constexpr const char* kSimulator = "--simulator";

class Faults : public testing::TestWithParam<Fault> {};

TEST_P(Faults, AreNamedInTimeAndLeaveNothing) {
  expect_reported_in_time(ring_words(), GetParam());
}

const Fault kFaults[] = {
    {"simulator_killed", [] { hit(victim("node3", kSimulator), SIGKILL); }, 1,
     "'Ring.p[2]' on node3 was killed by signal 9 (SIGKILL) while", 4, seconds(2)},
    {"simulator_crashed", [] { hit(victim("node2", kSimulator), SIGSEGV); }, 1,
     "'Ring.p[1]' on node2 was killed by signal 11 (SIGSEGV) while", 4, seconds(2)},
    {"outer_half_killed", [] { hit(victim("node3", kAgent), SIGKILL); }, 1,
     "node3: agent lost (its outer half ended", 5, seconds(2)},
    {"inner_half_killed", [] { hit(victim("node3", kAgent, -1), SIGKILL); }, 1,
     "node3: agent lost (its inner half ended by signal 9 (SIGKILL)) while running", 5, seconds(2)},
    {"ssh_killed", [] { hit(victim("node1", "-- node2"), SIGKILL); }, 1,
     "node2: agent lost (signal 9 (SIGKILL)) while running", 5, seconds(3)},
    {"interrupted", [] { hit(victim("node1", kCoordinator), SIGINT); }, 130,
     "stopped by signal 2 (SIGINT)", 3, seconds(2)},
    {"terminated", [] { hit(victim("node1", kCoordinator), SIGTERM); }, 143,
     "stopped by signal 15 (SIGTERM)", 3, seconds(2)},
    {"hung_up", [] { hit(victim("node1", kCoordinator), SIGHUP); }, 129,
     "stopped by signal 1 (SIGHUP)", 3, seconds(2)},
    {"coordinator_killed", [] { hit(victim("node1", kCoordinator), SIGKILL); }, 128 + SIGKILL, "",
     1, seconds(3)},
};

INSTANTIATE_TEST_SUITE_P(Cluster, Faults, testing::ValuesIn(kFaults),
                         [](const auto& fault) { return name_of(fault.param); });

TEST(ClusterFault, APowerFailureIsReportedWithinSixSeconds) {
  Running run(ring_words());
  ASSERT_TRUE(eventually(seconds(20), [&] { return turns(run); })) << run.err();
  const auto injected = std::chrono::steady_clock::now();
  cluster().tool("kill", "node3");
  ASSERT_TRUE(eventually(seconds(20), [&] { return !run.is_running(); })) << run.err();
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - injected;
  const Finished finished = run.wait();
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.err.find("node3: no heartbeat for 5 s while running"), std::string::npos)
      << finished.err;
  EXPECT_LE(passed.count(), 9.0) << "6 s, and the time to stop the other processes";
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
  cluster().tool("boot", "node3");
}

/// The third process computes for minutes before it contributes.
constexpr const char* kBarrier = R"(
I Go.i 1 Go.m
I Sum.i 1 Sum.m
C Say.c exec /bin/echo the ring turns
C Sleep.c sleep 600
O Go.o W.p[{self}] -t Go.m -d 2
O Sum.o W.p -t Sum.m -collective barrier
F begin.f NULL {self==2 ? Sleep.c : NULL} Sum.o,Go.o SAME
F say.f Go.i {self==0 ? Say.c : NULL} NULL SAME
F end.f Sum.i NULL NULL NULL
U w.u begin.f say.f end.f
P W.p 4 w.u
)";

TEST(ClusterFault, AHostThatDiesInACollectiveOperationIsReportedWithTheMembersThatAreMissing) {
  const std::string path = cluster().write_file("barrier.dps", kBarrier);
  Running run(cluster().dps({"run", path, "--hosts", cluster().hosts_file()}));
  ASSERT_TRUE(eventually(seconds(20), [&] { return turns(run); })) << run.err();
  hit(victim("node4", kSimulator), SIGKILL);
  const Finished finished = run.wait(seconds(20));
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.err.find("'W.p[3]' on node4 was killed by signal 9"), std::string::npos)
      << finished.err;
  EXPECT_NE(finished.err.find("'Sum.m', operation 1 of the barrier 'Sum.o' (4 members): W.p[2] has "
                              "not contributed; W.p[3] did not answer"),
            std::string::npos)
      << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
}

TEST(ClusterFault, AHostThatIsCutOffEndsByItself) {
  Running run(ring_words());
  ASSERT_TRUE(eventually(seconds(20), [&] { return turns(run); })) << run.err();
  cluster().tool("cut", "node4");
  const auto lease_ends = std::chrono::steady_clock::now() + seconds(15);
  const Finished finished = run.wait(seconds(20));
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.err.find("node4: no heartbeat for 5 s while running"), std::string::npos)
      << finished.err;
  const auto rest = lease_ends - std::chrono::steady_clock::now();
  EXPECT_EQ(cluster().left_after(std::chrono::duration_cast<Milliseconds>(rest)),
            std::vector<std::string>{});
  cluster().tool("heal", "node4");
}

TEST(ClusterFault, ARunSurvivesAPartitionOfTwoSeconds) {
  Running run(ring_words({"--set", "rounds=400"}));  // 8 s
  ASSERT_TRUE(eventually(seconds(20), [&] { return turns(run); })) << run.err();
  cluster().tool("cut", "node4");
  const auto heal_at = std::chrono::steady_clock::now() + seconds(2);
  eventually(seconds(3), [&] { return std::chrono::steady_clock::now() >= heal_at; });
  cluster().tool("heal", "node4");
  const Finished finished = run.wait(seconds(60));
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
}

TEST(ClusterFault, ACoordinatorThatIsStoppedLosesItsLease) {
  Running run(ring_words());
  ASSERT_TRUE(eventually(seconds(20), [&] { return turns(run); })) << run.err();
  const pid_t coordinator = victim("node1", kCoordinator);
  hit(coordinator, SIGSTOP);
  EXPECT_TRUE(eventually(seconds(16), [] {
    return cluster().processes("node3", "dps-simulator").empty();
  })) << "the lease of the agent has expired";
  hit(coordinator, SIGCONT);
  run.resume();
  const Finished finished = run.wait(seconds(20));
  EXPECT_EQ(finished.status, 1) << finished.err;
  EXPECT_NE(finished.err.find("no heartbeat from the coordinator"), std::string::npos)
      << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(3)), std::vector<std::string>{});
}

TEST(ClusterFault, AClosedOutputPipeStopsEverything) {
  std::string command;
  const auto words = ring_words();
  for (std::size_t i = 5; i < words.size(); ++i) {  // without "env … exec node1"
    command += " " + words[i];
  }
  Running run(
      cluster().on("node1", {"bash", "-c", command + " | true; echo status ${PIPESTATUS[0]} >&2"}));
  const Finished finished = run.wait(seconds(20));
  EXPECT_NE(finished.err.find("standard output was closed by its reader"), std::string::npos)
      << finished.err;
  EXPECT_NE(finished.err.find("status 6\n"), std::string::npos) << finished.err;
  EXPECT_LE(finished.seconds, 10);
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
}

/// While the object exists, everything that `from` sends to `to` is dropped without an error.
class BlackHole {
 public:
  BlackHole(std::string from, const std::string& to)
      : from_(std::move(from)), to_(cluster().address_of(to)) {
    route("add");
  }
  BlackHole(const BlackHole&) = delete;
  BlackHole& operator=(const BlackHole&) = delete;
  ~BlackHole() { route("del"); }

 private:
  void route(const char* verb) {
    const auto done = Running(cluster().on(from_, {"ip", "route", verb, "blackhole", to_})).wait();
    EXPECT_EQ(done.status, 0) << done.err;
  }

  std::string from_, to_;
};

TEST(ClusterFault, TwoHostsThatCannotReachEachOtherAreNamedWithThePort) {
  const BlackHole hole("node1", "node4");
  Running run(cluster().dps({"run", write_ring(), "--hosts", cluster().hosts_file()}, "node2"));
  const Finished finished = run.wait(seconds(30));
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.err.find("'Ring.p[3]' on node4 failed while connecting: cannot connect to "
                              "'Ring.p[0]' at " +
                              cluster().address_of("node1") + " port "),
            std::string::npos)
      << finished.err;
  EXPECT_NE(finished.err.find("'Ring.p[0]' on node1 failed while connecting: 'Ring.p[3]' has not "
                              "connected"),
            std::string::npos)
      << finished.err;
  EXPECT_LE(finished.seconds, 12) << "10 s, and the time of the launch";
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
}

/// Kills a process at a random moment after the start of dps, repeatedly; then a run must succeed.
TEST(ClusterFault, KillsAtRandomMomentsLeaveNothing) {
  const char* const trials_wanted = std::getenv("DPS_KILL_TRIALS");
  const int trials = trials_wanted != nullptr ? std::atoi(trials_wanted) : 20;
  const auto seed = std::random_device{}();
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> milliseconds(0, 1500);
  std::uniform_int_distribution<int> node(2, 4);
  for (int trial = 0; trial < trials; ++trial) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", trial " + std::to_string(trial));
    Running run(ring_words());
    ASSERT_TRUE(eventually(seconds(10),
                           [] { return !cluster().processes("node1", kCoordinator).empty(); }));
    const auto moment = std::chrono::steady_clock::now() + Milliseconds(milliseconds(random));
    eventually(seconds(2), [&] { return std::chrono::steady_clock::now() >= moment; });
    const std::string host = "node" + std::to_string(node(random));
    const std::pair<std::string, const char*> places[] = {
        {"node1", kCoordinator}, {host, kAgent}, {host, kSimulator}, {"node1", "-- node"}};
    const auto& [where, what] = places[static_cast<std::size_t>(trial) % std::size(places)];
    const auto found = cluster().processes(where, what);
    if (found.empty()) {  // not started yet
      hit(victim("node1", kCoordinator), SIGKILL);
    } else {
      hit(found[random() % found.size()], SIGKILL);
    }
    run.wait(seconds(20));
    ASSERT_EQ(cluster().left_after(seconds(3)), std::vector<std::string>{}) << where << " " << what;
  }
  Running next(ring_words({"--set", "rounds=10"}));
  EXPECT_EQ(next.wait(seconds(20)).status, 0) << next.err();
}

}  // namespace
}  // namespace dps::end_to_end
