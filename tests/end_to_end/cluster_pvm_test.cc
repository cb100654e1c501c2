// Runs over PVM on several hosts, with a private virtual machine and with that of the user, and
// their faults. PVM refuses root without PVM_ALLOW_ROOT, which tests/cluster/cluster sets.
#include <csignal>
#include <optional>

#include <gtest/gtest.h>

#include "cluster_kind.h"
#include "ring_faults.h"
#include "traced_ring.h"

namespace dps::end_to_end {

const char* const kClusterKind = "nodes 4\n";

namespace {

using std::chrono::seconds;
using Finished = Running::Finished;

std::vector<std::string> pvm_words(const std::string& route, std::vector<std::string> more) {
  std::vector<std::string> words{
      "run", write_ring({"-X " + route, {}}), "--launcher", "pvm", "--transport", "pvm"};
  words.insert(words.end(), more.begin(), more.end());
  return cluster().dps(words);
}

std::vector<std::string> on_all_hosts(std::vector<std::string> more = {},
                                      const std::string& route = "Pvmd") {
  more.insert(more.begin(), {"--hosts", cluster().hosts_file()});
  return pvm_words(route, more);
}

Finished shell(const std::string& command) {
  return Running(cluster().on("node1", {"sh", "-c", command})).wait(seconds(30));
}

void expect_nothing_left(seconds timeout) {
  EXPECT_EQ(cluster().left_after(timeout), std::vector<std::string>{});
}

TEST(ClusterPvm, APrivateVirtualMachineIsHaltedAfterTheRun) {
  for (const char* route : {"Pvmd", "TCP"}) {
    const std::string trace = cluster().shared("ring.dpstrace");
    const Finished run =
        Running(on_all_hosts({"--set", "rounds=20", "--trace", trace}, route)).wait();
    EXPECT_EQ(run.status, 0) << run.err;
    expect_trace(trace, 4, 80);
    EXPECT_NE(run.out.find("Ring.p[3] on node4"), std::string::npos) << run.out;
    expect_nothing_left(seconds(2));
  }
}

/// A virtual machine that the user has started, with all hosts. Halted at the end of the test.
class UsersPvm {
 public:
  UsersPvm() {
    daemon_.emplace(cluster().on("node1", {"pvmd"}));
    EXPECT_TRUE(eventually(seconds(10), [&] { return !daemon_->out().empty(); }));
    EXPECT_EQ(shell("echo add node2 node3 node4 | pvm").out.find("failed"), std::string::npos);
  }
  UsersPvm(const UsersPvm&) = delete;
  UsersPvm& operator=(const UsersPvm&) = delete;
  ~UsersPvm() {
    shell("echo halt | pvm");
    daemon_->wait(seconds(5));
    for (const char* host : {"node1", "node2", "node3", "node4"}) {
      Running(cluster().on(host, {"sh", "-c", "rm -f /tmp/pvm?.0 /tmp/pvmtmp*"})).wait();
    }
    expect_nothing_left(seconds(3));
  }

 private:
  std::optional<Running> daemon_;
};

TEST(ClusterPvm, TheUsersVirtualMachineIsUsedAndNotChanged) {
  const UsersPvm pvm;
  const auto before = cluster().left();
  const Finished run = Running(pvm_words("TCP", {"--set", "rounds=20"})).wait();
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("on node4"), std::string::npos) << run.out;
  EXPECT_TRUE(eventually(seconds(3), [&] { return cluster().left() == before; }));
}

TEST(ClusterPvm, AHostThatIsNotInTheUsersVirtualMachineIsNamed) {
  const UsersPvm pvm;
  shell("echo delete node4 | pvm");
  const Finished run = Running(on_all_hosts()).wait();
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.err.find("host 'node4' is not in the running virtual machine"), std::string::npos)
      << run.err;
}

TEST(ClusterPvm, AHostThatIsDeletedFromTheVirtualMachineIsNamed) {
  const UsersPvm pvm;
  Running run(pvm_words("Pvmd", {}));
  ASSERT_TRUE(eventually(seconds(20), [&] { return turns(run); })) << run.err();
  shell("echo delete node3 | pvm");
  const Finished finished = run.wait(seconds(20));
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.err.find("node3: agent lost"), std::string::npos) << finished.err;
}

class PvmFaults : public testing::TestWithParam<Fault> {};

TEST_P(PvmFaults, AreNamedInTimeAndLeaveNothing) {
  expect_reported_in_time(on_all_hosts(), GetParam());
}

constexpr const char* kCarrier = "--carrier";  // also in the command lines of guardian and agent
constexpr const char* kBridge = "--bridge";    // also in that of its guard, which is the first
constexpr const char* kDaemon = "lib/pvmd";
constexpr const char* kSlaveGuard = "dps-simulator-pvm -s";  // both halves
const Fault kFaults[] = {
    {"simulator", [] { hit(victim("node3", "--simulator"), SIGKILL); }, 1,
     "'Ring.p[2]' on node3 was killed by signal 9 (SIGKILL) while", 5, seconds(3)},
    {"carrier", [] { hit(victim("node3", kCarrier), SIGKILL); }, 1,
     "node3: agent lost: the PVM task that leads to it has ended while running", 5, seconds(3)},
    {"outer_half", [] { hit(victim("node3", kCarrier, 1), SIGKILL); }, 1,
     "node3: agent lost (its outer half ended", 5, seconds(3)},
    {"inner_half", [] { hit(victim("node3", kCarrier, 2), SIGKILL); }, 1,
     "node3: agent lost (its inner half ended by signal 9 (SIGKILL)) while running", 5, seconds(3)},
    {"daemon", [] { hit(victim("node3", kDaemon), SIGKILL); }, 1,
     "node3: agent lost: the PVM daemon (pvmd) of node3 has died while running", 5, seconds(3)},
    {"first_daemon", [] { hit(victim("node1", kDaemon), SIGKILL); }, 1,
     "node1: agent lost: the PVM daemon (pvmd) of node1 was killed by signal 9 (SIGKILL) while "
     "running",
     5, seconds(3)},
    {"bridge", [] { hit(victim("node1", kBridge, 1), SIGKILL); }, 1,
     "node1: agent lost: the bridge between dps and the PVM of node1 was killed by signal 9 "
     "(SIGKILL) while running",
     5, seconds(3)},
    {"guard_of_bridge", [] { hit(victim("node1", kBridge), SIGKILL); }, 1,
     "node1: agent lost: the launcher was killed by signal 9 (SIGKILL) while running", 5,
     seconds(3)},
    {"outer_guard_of_daemon", [] { hit(victim("node3", kSlaveGuard), SIGKILL); }, 1,
     "node3: agent lost: the PVM daemon (pvmd) of node3 has died while running", 5, seconds(3)},
    {"inner_guard_of_daemon", [] { hit(victim("node3", kSlaveGuard, 1), SIGKILL); }, 1,
     "node3: agent lost: the PVM daemon (pvmd) of node3 has died while running", 5, seconds(3)},
    {"interrupted", [] { hit(victim("node1", "bin/dps run"), SIGINT); }, 130,
     "stopped by signal 2 (SIGINT)", 4, seconds(3)},
    {"coordinator", [] { hit(victim("node1", "bin/dps run"), SIGKILL); }, 128 + SIGKILL, "", 1,
     seconds(3)},
};

INSTANTIATE_TEST_SUITE_P(Cluster, PvmFaults, testing::ValuesIn(kFaults),
                         [](const auto& fault) { return name_of(fault.param); });

TEST(ClusterPvm, AHostThatIsCutOffEndsByItself) {
  for (const char* route : {"Pvmd", "TCP"}) {
    Running run(on_all_hosts({}, route));
    ASSERT_TRUE(eventually(seconds(20), [&] { return turns(run); })) << run.err();
    cluster().tool("cut", "node4");
    const auto lease_ends = std::chrono::steady_clock::now() + seconds(16);
    const Finished finished = run.wait(seconds(20));
    EXPECT_EQ(finished.status, 1);
    EXPECT_NE(finished.err.find("node4: no heartbeat for 5 s while running"), std::string::npos)
        << finished.err;
    const auto rest = lease_ends - std::chrono::steady_clock::now();
    EXPECT_EQ(cluster().left_after(std::chrono::duration_cast<Milliseconds>(rest)),
              std::vector<std::string>{})
        << route;
    cluster().tool("heal", "node4");
  }
}

TEST(ClusterPvm, ACoordinatorThatIsStoppedLosesItsLease) {
  Running run(on_all_hosts());
  ASSERT_TRUE(eventually(seconds(20), [&] { return turns(run); })) << run.err();
  const pid_t coordinator = victim("node1", "bin/dps run");
  hit(coordinator, SIGSTOP);
  EXPECT_TRUE(eventually(seconds(16), [] { return cluster().processes("node3", "pvm").empty(); }))
      << "the lease of the agent has expired";
  hit(coordinator, SIGCONT);
  run.resume();
  const Finished finished = run.wait(seconds(20));
  EXPECT_EQ(finished.status, 1) << finished.err;
  EXPECT_NE(finished.err.find("no heartbeat from the coordinator"), std::string::npos)
      << finished.err;
  expect_nothing_left(seconds(3));
}

std::size_t count_of(const std::string& host, const char* words) {
  return cluster().processes(host, words).size();
}

/// A run whose first daemon has just started its helper, which logs in to the other hosts.
class PvmAddsHosts : public testing::Test {
 protected:
  PvmAddsHosts() : run_(on_all_hosts()) {
    EXPECT_TRUE(eventually(seconds(20), [] { return count_of("node1", kDaemon) > 1; }))
        << run_.err();
  }

  /// Stops the bridge, which waits in libpvm, so that no host gets an agent; then waits until the
  /// helper has ended, since all daemons have started.
  static void await_daemons() {
    hit(victim("node1", kBridge, 1), SIGSTOP);
    EXPECT_TRUE(eventually(seconds(20), [] { return count_of("node1", kDaemon) == 1; }));
  }

  void expect_named(const std::string& words) {
    const Finished finished = run_.wait(seconds(10));
    expect_nothing_left(seconds(3));
    EXPECT_EQ(finished.status, 1);
    EXPECT_NE(finished.err.find(words), std::string::npos) << finished.err;
  }

  Running run_;
};

constexpr const char* kLoginHasEnded =
    "node3: while starting agents: no agent answered: the login (ssh) to node3 has ended";

/// The daemon of its host ends with it, and the first daemon would wait for that daemon.
TEST_F(PvmAddsHosts, ALoginThatIsKilledOnItsHostIsNamed) {
  await_daemons();
  hit(victim("node3", kSlaveGuard), SIGKILL);
  expect_named(kLoginHasEnded);
}

TEST_F(PvmAddsHosts, ALoginThatIsKilledHereIsNamed) {
  await_daemons();
  hit(victim("node1", "simulator-pvm " + cluster().address_of("node3")), SIGKILL);
  expect_named(kLoginHasEnded);
}

/// The kill is usually before the start of the daemon, so that PVM logs the output of the login.
TEST_F(PvmAddsHosts, AnSshThatIsKilledIsNamed) {
  const std::string ssh = "ssh " + cluster().address_of("node3");
  ASSERT_TRUE(eventually(seconds(10), [&] { return count_of("node1", ssh.c_str()) > 0; }));
  hit(victim("node1", ssh), SIGKILL);
  expect_named("was killed by signal 9");
}

TEST_F(PvmAddsHosts, AHelperOfTheFirstDaemonThatIsKilledIsNamed) {
  hit(victim("node1", kDaemon, 1), SIGKILL);
  expect_named("the PVM daemon of node1 that starts the other daemons has ended");
}

/// A run that is adding its hosts: the daemon of node3 has started, agents have not.
class PvmStarts : public testing::Test {
 protected:
  PvmStarts() : run_(on_all_hosts()) {
    EXPECT_TRUE(eventually(seconds(20), [] { return !daemons_of("node3").empty(); })) << run_.err();
  }

  static std::vector<pid_t> daemons_of(const std::string& host) {
    return cluster().processes(host, "lib/pvmd -s");
  }

  Finished finish(seconds timeout = seconds(10)) {
    Finished finished = run_.wait(timeout);
    expect_nothing_left(seconds(3));
    return finished;
  }

  Running run_;
};

/// Without the guards, the daemons that it has just started would wait for it for minutes.
TEST_F(PvmStarts, AFirstDaemonThatIsKilledLeavesNoneOfTheOthers) {
  hit(victim("node1", kDaemon), SIGKILL);
  EXPECT_EQ(finish().status, 1);
}

/// Without the guard, the first daemon would wait for it, and the bridge for the first daemon.
TEST_F(PvmStarts, AnotherDaemonThatIsKilledIsNamedAtOnce) {
  EXPECT_TRUE(eventually(seconds(10),
                         [this] {  // the process that starts the daemon has the same command line
                           for (const pid_t daemon : daemons_of("node3")) {
                             hit(daemon, SIGKILL);
                           }
                           return !run_.is_running();
                         }));
  const Finished finished = finish();
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.err.find("node3"), std::string::npos) << finished.err;
}

/// The bridge would wait in libpvm for the daemon of node4 while the route to node2 ends, and
/// libpvm would not report the end of this route later. If the agent of node2 has already started,
/// the coordinator would wait for that of node4.
TEST_F(PvmStarts, ADaemonThatIsKilledWhileAgentsAreSpawnedIsNamed) {
  ASSERT_TRUE(eventually(seconds(10), [] { return count_of("node2", kCarrier) > 0; }));
  const std::vector<pid_t> stopped = daemons_of("node4");
  for (const pid_t daemon : stopped) {
    hit(daemon, SIGSTOP);
  }
  ASSERT_TRUE(eventually(seconds(10), [] { return count_of("node2", kCarrier) == 3; }));
  hit(victim("node2", kDaemon), SIGKILL);
  const bool has_ended = eventually(seconds(10), [this] { return !run_.is_running(); });
  for (const pid_t daemon : stopped) {
    hit(daemon, SIGCONT);
  }
  const Finished finished = finish();
  EXPECT_TRUE(has_ended) << finished.err;
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.err.find("of node2 has died"), std::string::npos) << finished.err;
}

/// All agents have been spawned, and that of node4 does not answer.
TEST_F(PvmStarts, ADaemonThatIsKilledWhileAnAgentIsAwaitedIsNamed) {
  ASSERT_TRUE(eventually(seconds(10), [] { return count_of("node4", kCarrier) > 0; }));
  const std::vector<pid_t> stopped = cluster().processes("node4", kCarrier);
  for (const pid_t carrier : stopped) {
    hit(carrier, SIGSTOP);
  }
  ASSERT_TRUE(eventually(seconds(10), [] { return count_of("node2", kCarrier) == 3; }));
  hit(victim("node2", kDaemon), SIGKILL);
  const bool has_ended = eventually(seconds(10), [this] { return !run_.is_running(); });
  for (const pid_t carrier : stopped) {
    hit(carrier, SIGCONT);
  }
  const Finished finished = finish();
  EXPECT_TRUE(has_ended) << finished.err;
  EXPECT_NE(finished.err.find("of node2 has died"), std::string::npos) << finished.err;
}

/// Neither the login nor PVM notices it: its guard ends the daemon after a time without an agent.
TEST_F(PvmStarts, AHostThatIsCutOffEndsItsDaemon) {
  cluster().tool("cut", "node3");
  const Finished finished = run_.wait(seconds(40));
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.err.find("node3"), std::string::npos) << finished.err;
  expect_nothing_left(seconds(30));
  cluster().tool("heal", "node3");
}

TEST_F(PvmStarts, AGuardThatIsKilledLeavesNothing) {
  hit(victim("node1", kBridge), SIGKILL);
  EXPECT_EQ(finish().status, 1);
}

TEST_F(PvmStarts, ABridgeThatIsKilledLeavesNothing) {
  hit(victim("node1", kBridge, 1), SIGKILL);
  EXPECT_EQ(finish().status, 1);
}

TEST_F(PvmStarts, AnInterruptEndsTheRun) {
  hit(victim("node1", "bin/dps run"), SIGINT);
  EXPECT_EQ(finish(seconds(4)).status, 130);
}

TEST(ClusterPvm, TheRefusalOfRootByPvmIsExplained) {
  auto words = on_all_hosts();
  words.insert(words.end() - 9, {"env", "-u", "PVM_ALLOW_ROOT"});
  const Finished run = Running(words).wait();
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.err.find("PVM refuses to run as root: run dps as another user, or set "
                         "PVM_ALLOW_ROOT=1"),
            std::string::npos)
      << run.err;
  expect_nothing_left(seconds(2));
}

TEST(ClusterPvm, TheFileOfADeadDaemonIsReportedAndDoesNotMatter) {
  shell("echo /tmp/pvmtmp000001.0 > /tmp/pvmd.0");
  const Finished run = Running(on_all_hosts({"--set", "rounds=5"})).wait();
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.err.find("'/tmp/pvmd.0' is left from a dead PVM daemon"), std::string::npos)
      << run.err;
  shell("rm /tmp/pvmd.0");
  expect_nothing_left(seconds(2));
}

TEST(ClusterPvm, AHostThatCannotBeAddedIsNamedWithTheReason) {
  const Finished run =
      Running(pvm_words("Pvmd", {"--hosts", "node1,node2,node3,nosuchhost"})).wait(seconds(40));
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.err.find("nosuchhost"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("PvmNoHost"), std::string::npos) << run.err;
  expect_nothing_left(seconds(3));
}

TEST(ClusterPvm, ExecutedProgramsHaveTheUsersPvmRsh) {
  const std::string blueprint = cluster().write_file("env",
                                                     "C Env.c exec /bin/sh -c \"env | grep PVM\"\n"
                                                     "F a.f NULL Env.c NULL NULL\n"
                                                     "U a.u a.f\n"
                                                     "P A.p 2 a.u\n");
  std::vector<std::string> words =
      cluster().dps({"run", blueprint, "--launcher", "pvm", "--hosts", "node1,node2"});
  words.insert(words.end() - 7, {"env", "PVM_RSH=/usr/bin/ssh"});
  const Finished run = Running(words).wait();
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.err.find("PVM_RSH=/usr/bin/ssh"), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find("DPS_PVM"), std::string::npos) << run.err;
  expect_nothing_left(seconds(2));
}

TEST(ClusterPvm, AHostMayHaveItsProgramsElsewhere) {
  const std::string program = cluster().dps({}).back();
  Running(cluster().on("node3", {"sh", "-c",
                                 "mkdir /tmp/elsewhere && ln -s " + program +
                                     "-simulator-pvm /tmp/elsewhere/dps-simulator-pvm"}))
      .wait();
  const std::string hosts =
      cluster().write_file("elsewhere", "node1\nnode2\nnode3 ep=/tmp/elsewhere\nnode4\n");
  Running run(pvm_words("Pvmd", {"--hosts", hosts}));
  EXPECT_TRUE(eventually(seconds(20), [&] { return turns(run); })) << run.err();
  for (const char* part : {"-s ", "--carrier own"}) {  // the guard of the daemon, and the agent
    EXPECT_FALSE(cluster()
                     .processes("node3", std::string("/tmp/elsewhere/dps-simulator-pvm ") + part)
                     .empty())
        << part;
  }
  hit(victim("node1", "bin/dps run"), SIGINT);
  EXPECT_EQ(run.wait(seconds(20)).status, 130);
  Running(cluster().on("node3", {"rm", "-r", "/tmp/elsewhere"})).wait();
  expect_nothing_left(seconds(3));
}

TEST(ClusterPvm, AnIpv6AddressIsRefusedWithAdvice) {
  shell("echo 'node2 address=fd00::2' > /tmp/ipv6.hosts");
  const Finished run = Running(pvm_words("Pvmd", {"--hosts", "/tmp/ipv6.hosts"})).wait(seconds(40));
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.err.find("PVM reaches hosts by IPv4 only, not 'fd00::2'; give the host an address "
                         "of IPv4, or take --launcher ssh"),
            std::string::npos)
      << run.err;
  shell("rm /tmp/ipv6.hosts");
  expect_nothing_left(seconds(3));
}

}  // namespace
}  // namespace dps::end_to_end
