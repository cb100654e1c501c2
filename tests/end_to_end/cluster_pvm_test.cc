// Runs over PVM across hosts: with a virtual machine of their own and with the user's, and what
// goes wrong there. PVM refuses root without PVM_ALLOW_ROOT, which the cluster's tool sets.
#include <csignal>
#include <functional>
#include <optional>

#include <gtest/gtest.h>

#include "cluster.h"
#include "cluster_kind.h"

namespace dps::end_to_end {

const char* const kClusterKind = "nodes 4\n";

namespace {

using std::chrono::seconds;
using Finished = Running::Finished;

/// A token goes round four processes, one a host, by the daemons or directly; the first process
/// tells when it begins, and leaves a daemon behind, as a careless program would.
const char* const kRing = R"(
V rounds 100000
I Token.i 1 Token.m
C Say.c exec /bin/sh -c "setsid sleep 12345 >/dev/null 2>&1 & echo the ring turns"
C Work.c sleep 5ms
O Pass.o Ring.p[{(self+1)%count}] -t Token.m -b 64 -X %s
F begin.f NULL {self==0 ? Say.c : NULL} {self==0 ? Pass.o : NULL} ring.u
F pass.f Token.i Work.c Pass.o SAME*{self==0 ? rounds-2 : rounds-1},{self==0 ? last.u : NULL}
F last.f Token.i Work.c NULL NULL
U begin.u begin.f
U ring.u pass.f
U last.u last.f
P Ring.p 4 begin.u ring.u last.u
)";

std::string ring(const std::string& route) {
  std::string text = kRing;
  text.replace(text.find("%s"), 2, route);
  return cluster().write_file("ring_" + route + ".dps", text);
}

std::vector<std::string> pvm_words(const std::string& route, std::vector<std::string> more) {
  std::vector<std::string> words{"run", ring(route), "--launcher", "pvm", "--transport", "pvm"};
  words.insert(words.end(), more.begin(), more.end());
  return cluster().dps(words);
}

std::vector<std::string> on_all_hosts(std::vector<std::string> more = {},
                                      const std::string& route = "Pvmd") {
  more.insert(more.begin(), {"--hosts", cluster().hosts_file()});
  return pvm_words(route, more);
}

bool turns(const Running& run) {
  return run.err().find("the ring turns") != std::string::npos;
}

/// One process of a host, by what its command line holds: the n-th by its number.
pid_t victim(const std::string& host, const std::string& text, std::size_t which = 0) {
  const auto found = cluster().processes(host, text);
  EXPECT_GT(found.size(), which) << "no '" << text << "' on " << host;
  return found.size() > which ? found[which] : 0;
}

void hit(pid_t pid, int signal) {
  if (pid > 0) {
    kill(pid, signal);
  }
}

Finished shell(const std::string& command) {
  return Running(cluster().on("node1", {"sh", "-c", command})).wait(seconds(30));
}

void expect_nothing_left(seconds patience) {
  EXPECT_EQ(cluster().left_after(patience), std::vector<std::string>{});
}

TEST(ClusterPvm, AVirtualMachineOfTheRunsOwnServesAndIsHalted) {
  for (const char* route : {"Pvmd", "TCP"}) {
    const Finished run = Running(on_all_hosts({"--set", "rounds=20"}, route)).wait();
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("Ring.p[3] on node4"), std::string::npos) << run.out;
    shell("pkill sleep");
    expect_nothing_left(seconds(2));
  }
}

/// The user's own, over all hosts; halted when the test is over.
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

TEST(ClusterPvm, TheUsersOwnVirtualMachineIsUsedAndLeftAsItWas) {
  const UsersPvm pvm;
  const auto before = cluster().left();
  const Finished run = Running(pvm_words("TCP", {"--set", "rounds=20"})).wait();
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("on node4"), std::string::npos) << run.out;
  shell("pkill sleep");
  EXPECT_TRUE(eventually(seconds(3), [&] { return cluster().left() == before; }));
}

TEST(ClusterPvm, AHostThatIsNotInTheUsersVirtualMachineIsNamed) {
  const UsersPvm pvm;
  shell("echo delete node4 | pvm");
  const Finished run = Running(on_all_hosts()).wait();
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.err.find("host 'node4' is not in the virtual machine that is up"),
            std::string::npos)
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

struct Fault {
  const char* name;
  std::function<void()> inject;
  int status;
  const char* words;  ///< of the message
  double within_s;    ///< from the fault to the prompt
};

void PrintTo(const Fault& fault, std::ostream* out) {  // NOLINT: GoogleTest's name
  *out << fault.name;
}

class PvmFaults : public testing::TestWithParam<Fault> {};

TEST_P(PvmFaults, AreNamedInTimeAndLeaveNothing) {
  const Fault& fault = GetParam();
  Running run(on_all_hosts());
  ASSERT_TRUE(eventually(seconds(20), [&] { return turns(run); })) << run.err();
  const auto injected = std::chrono::steady_clock::now();
  fault.inject();
  const Finished finished = run.wait(seconds(40));
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - injected;
  EXPECT_EQ(finished.status, fault.status) << finished.err;
  EXPECT_NE(finished.err.find(fault.words), std::string::npos) << finished.err;
  EXPECT_LE(passed.count(), fault.within_s);
  expect_nothing_left(seconds(4));
}

constexpr const char* kCarrier = "--carrier";  // and the two halves of the agent
const Fault kFaults[] = {
    {"simulator", [] { hit(victim("node3", "--simulator"), SIGKILL); }, 1,
     "'Ring.p[2]' on node3 was killed by signal 9 (SIGKILL) while", 5},
    {"carrier", [] { hit(victim("node3", kCarrier), SIGKILL); }, 1, "node3: agent lost", 5},
    {"outer_half", [] { hit(victim("node3", kCarrier, 1), SIGKILL); }, 1,
     "node3: agent lost (its outer half ended", 5},
    {"inner_half", [] { hit(victim("node3", kCarrier, 2), SIGKILL); }, 1,
     "node3: agent lost (its inner half ended by signal 9 (SIGKILL)) while running", 5},
    {"interrupted", [] { hit(victim("node1", "bin/dps run"), SIGINT); }, 130,
     "stopped by signal 2 (SIGINT)", 4},
    {"coordinator", [] { hit(victim("node1", "bin/dps run"), SIGKILL); }, 128 + SIGKILL, "", 1},
};

INSTANTIATE_TEST_SUITE_P(Cluster, PvmFaults, testing::ValuesIn(kFaults),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(ClusterPvm, ThatPvmRefusesRootIsExplained) {
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

TEST(ClusterPvm, TheFileOfADeadDaemonIsExplainedAndInNobodysWay) {
  shell("echo /tmp/pvmtmp000001.0 > /tmp/pvmd.0");
  const Finished run = Running(on_all_hosts({"--set", "rounds=5"})).wait();
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.err.find("'/tmp/pvmd.0' is left of a PVM daemon that is dead"), std::string::npos)
      << run.err;
  shell("rm /tmp/pvmd.0; pkill sleep");
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

}  // namespace
}  // namespace dps::end_to_end
