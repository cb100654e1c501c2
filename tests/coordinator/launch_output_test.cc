// Real output of ssh, mpirun and pvmd, and the errors and advice that dps derives from it.
#include <algorithm>
#include <csignal>

#include <gtest/gtest.h>

#include "coordinator/launch/known_errors.h"
#include "coordinator/launch/lost_process.h"
#include "coordinator/launch/mpirun_command.h"
#include "coordinator/launch/mpirun_output.h"
#include "coordinator/launch/pvm_launcher.h"
#include "coordinator/launch/pvm_output.h"

namespace dps::coordinator {
namespace {

using control::LaunchEnd;
using control::LaunchRole;
using control::LostProcess;

const std::vector<std::string> kHosts{"node1", "node2", "node3"};

// --- ssh -----------------------------------------------------------------------------------------

struct SshOutput {
  const char* output;
  const char* next_step;  ///< a part of it
  bool try_again;
};

TEST(KnownErrors, OfSshAreFound) {
  const SshOutput cases[] = {
      {"ssh: connect to host localhost port 1: Connection refused", "whether sshd runs", false},
      {"ssh: connect to host node3 port 22: Connection timed out", "is up", false},
      {"ssh: connect to host node3 port 22: No route to host", "is up", false},
      {"ssh: connect to host node3 port 22: Network is unreachable", "network of node3", false},
      {"Connection timed out during banner exchange", "no banner", false},
      {"command-line: line 0: Bad configuration option: foo", "~/.ssh/config", false},
      {"ssh: Could not resolve hostname nodule9: Name or service not known", "misspelt", false},
      {"root@node3: Permission denied (publickey).", "ssh-copy-id", false},
      {"No ED25519 host key is known for node3 and you have requested strict checking.\n"
       "Host key verification failed.",
       "compare its key", false},
      {"kex_exchange_identification: read: Connection reset by peer\n"
       "Connection reset by 10.1.2.3 port 22",
       "by hand", true},
      {"Connection closed by 10.1.2.3 port 22", "", true},
  };
  for (const auto& [output, next_step, try_again] : cases) {
    const LaunchVerdict verdict =
        verdict_on(find_known_error(output, {login_errors(), refused_logins()}), "node3");
    EXPECT_EQ(verdict.try_again, try_again) << output;
    if (!try_again) {
      EXPECT_NE(verdict.next_step.find(next_step), std::string::npos) << verdict.next_step;
    }
  }
  EXPECT_EQ(find_known_error("Welcome to node3", {login_errors(), refused_logins()}), nullptr);
}

// --- mpirun --------------------------------------------------------------------------------------

constexpr const char* kFrame =
    "--------------------------------------------------------------------------\n";

/// The message of Open MPI 4.1 after a failed login, for every reason.
const std::string kCannotStartDaemons = std::string(kFrame) +
                                        "ORTE was unable to reliably start one or more daemons.\n"
                                        "This usually is caused by:\n\n"
                                        "* not finding the required libraries and/or binaries on\n"
                                        "  one or more nodes. Please check your PATH and "
                                        "LD_LIBRARY_PATH\n"
                                        "  settings, or configure OMPI with "
                                        "--enable-orterun-prefix-by-default\n" +
                                        kFrame;

struct MpirunOutput {
  const char* what;
  TrunkExit exit;
  const char* text;
  std::optional<std::uint32_t> host;
  const char* next_step;  ///< a part of it
};

LostProcess failed_login(const char* host) {
  return {LaunchRole::kLogin, host, LaunchEnd::kExit, 255};
}

std::vector<MpirunOutput> outputs_of_mpirun() {
  const std::string frame = kFrame;
  return {
      {"refuses root",
       {frame +
        "mpirun has detected an attempt to run as root.\n\n"
        "Running as root is *strongly* discouraged as any mistake (e.g., in\n" +
        frame},
       "mpirun refuses to run as root",
       std::nullopt,
       "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"},
      {"no such host",
       {"ssh: Could not resolve hostname node3: Name or service not known\n" + kCannotStartDaemons,
        {failed_login("node3")}},
       "ssh: Could not resolve hostname node3: Name or service not known",
       2,
       "misspelt"},
      {"ssh's ends of lines",
       {"ssh: Could not resolve hostname node3: Temporary failure in name resolution\r\n" +
            kCannotStartDaemons,
        {failed_login("node3")}},
       "ssh: Could not resolve hostname node3: Temporary failure in name resolution",
       2,
       "misspelt"},
      {"lines of a mpirun with carriage returns",
       {"mpirun was unable to launch the application as it could not access\r\n"
        "or execute an executable:\r\n\r\nNode: node3\r\n"},
       "dps-simulator-mpi is not there",
       2,
       "on node3, at the same path"},
      {"a login that names an address",
       {"nosuchguest@10.0.0.3: Permission denied (publickey).\n" + kCannotStartDaemons,
        {failed_login("node3")}},
       "nosuchguest@10.0.0.3: Permission denied (publickey).",
       2,
       "'ssh node3 true'"},
      {"no orted",
       {"bash: line 1: orted: command not found\n" + kCannotStartDaemons, {failed_login("node2")}},
       "Open MPI is not installed there",
       1,
       "install the Open MPI version of this machine on node2"},
      {"a guard without orted",
       {kCannotStartDaemons,
        {{LaunchRole::kOrted, "node2", LaunchEnd::kNotStarted, 2, "No such file or directory"}}},
       "the daemon of Open MPI (orted) on node2 does not start: No such file or directory",
       1,
       "install the Open MPI version of this machine on node2"},
      {"no program",
       {frame +
        "mpirun was unable to launch the specified application as it could not access\n"
        "or execute an executable:\n\n"
        "Executable: /nowhere/dps-simulator-mpi\nNode: node3\n\n"
        "while attempting to start process rank 0.\n" +
        frame},
       "dps-simulator-mpi is not there",
       2,
       "on node3, at the same path"},
      {"no guard",
       {"bash: line 1: /opt/dps-simulator-mpi: No such file or directory\n" + kCannotStartDaemons},
       "dps-simulator-mpi is missing on one of the hosts",
       std::nullopt,
       "dps hosts --check"},
      {"a killed daemon",
       {frame +
            "ORTE has lost communication with a remote daemon.\n\n"
            "  HNP daemon   : [[19274,0],0] on node node1\n"
            "  Remote daemon: [[19274,0],2] on node node3\n\n"
            "This is usually due to either a failure of the TCP network\n" +
            frame,
        {{LaunchRole::kOrted, "node2"}}},
       "the daemon of Open MPI (orted) on node2 was killed, or its guard",
       1,
       "find out what killed it"},
      {"a silent daemon",
       {frame +
        "ORTE has lost communication with a remote daemon.\n\n"
        "  HNP daemon   : [[19274,0],0] on node node1\n"
        "  Remote daemon: [[19274,0],2] on node node3\n\n" +
        frame},
       "Open MPI has lost its daemon",
       2,
       "node3 and the network to it"},
      {"unknown reasons",
       {kCannotStartDaemons},
       "Open MPI cannot start its daemon (orted), on one of the hosts",
       std::nullopt,
       "dps hosts --check"},
      {"a killed mpirun",
       {"", {{LaunchRole::kMpirun, "node1", LaunchEnd::kSignal, SIGKILL}}},
       "mpirun was killed by signal 9 (SIGKILL)",
       0,
       "on node1"},
      {"noise",
       {"[node1:12] PMIX ERROR: UNREACHABLE in file ptl.c\n"
        "srun: cluster configuration lacks support for cpu binding\n" +
        frame + "\nsomething about node2x\nsecond\nthird\nfourth\n"},
       "something about node2x second third",
       std::nullopt,
       ""},
      {"nothing", {}, "", std::nullopt, ""},
  };
}

TEST(MpirunOutput, NamesTheCauseTheHostAndTheNextStep) {
  for (const auto& [what, exit, text, host, next_step] : outputs_of_mpirun()) {
    const MpirunFailure failure = explain_mpirun(exit, kHosts);
    EXPECT_EQ(failure.text, text) << what;
    EXPECT_EQ(failure.host, host) << what;
    EXPECT_NE(failure.next_step.find(next_step), std::string::npos)
        << what << ": " << failure.next_step;
  }
}

TEST(MpirunOutput, ALostDaemonIsNoticedBeforeMpirunEnds) {
  EXPECT_TRUE(has_lost_daemon({kCannotStartDaemons}));
  EXPECT_TRUE(has_lost_daemon({"", {{LaunchRole::kOrted, "node2"}}}));
  EXPECT_FALSE(has_lost_daemon({"", {failed_login("node2")}}));
  EXPECT_FALSE(has_lost_daemon({"Warning: Permanently added 'node3'\n"}));
}

Placement placement_on(const std::vector<std::string>& hosts) {
  Placement placement;
  for (const std::string& name : hosts) {
    placement.hosts.emplace_back().name = name;
  }
  return placement;
}

TEST(MpirunCommand, HasARankPerHostThenARankPerProcess) {
  Placement placement = placement_on({"node1", "node2"});
  placement.hosts[1].program_path = "/opt/dps";
  placement.hosts[1].cores = 2;
  placement.host_of = {1, 1};
  std::string command;
  for (const std::string& word : mpirun_words(placement, "/usr/bin/dps-simulator-mpi", true)) {
    command += word + " ";
  }
  const std::string common = " --wdir / -x DPS_MPI_SECRET --mca mpi_yield_when_idle ";
  EXPECT_EQ(command,
            "mpirun --enable-recovery --oversubscribe --bind-to core -n 1 --host node1" + common +
                "1 /usr/bin/dps-simulator-mpi --rank-of agent 0 2 0 : -n 1 --host node2" + common +
                "0 /opt/dps/dps-simulator-mpi --rank-of agent 1 2 2 : -n 2 --host node2" + common +
                "0 /opt/dps/dps-simulator-mpi --rank-of process 1 2 2 ");
}

bool has(const std::vector<std::string>& settings, const std::string& setting) {
  return std::find(settings.begin(), settings.end(), setting) != settings.end();
}

TEST(MpirunCommand, LogsInThroughTheSimulatorThatGuardsTheDaemons) {
  Placement placement = placement_on({"localhost", "192.0.2.9"});
  placement.hosts[1].login = "ann";
  const auto settings = mpi_settings(placement, "/bin/dps-simulator-mpi");
  EXPECT_TRUE(has(settings,
                  "OMPI_MCA_plm_rsh_agent=/bin/dps-simulator-mpi --ssh --login 192.0.2.9 "
                  "ann ssh"));
  EXPECT_TRUE(
      has(settings, "OMPI_MCA_orte_launch_agent=/bin/dps-simulator-mpi --daemon {secret} orted"));
  EXPECT_FALSE(has(settings, "OMPI_MCA_btl_tcp_if_include=lo"));
  EXPECT_TRUE(has(mpi_settings(placement, "/a b/dps-simulator-mpi"), "OMPI_MCA_plm_rsh_agent=ssh"));
  EXPECT_TRUE(has(mpi_settings(placement_on({"localhost"}), "/bin/dps-simulator-mpi"),
                  "OMPI_MCA_btl_tcp_if_include=lo"));
}

// --- pvmd ----------------------------------------------------------------------------------------

constexpr const char* kRootRefused =
    "[pvmd pid-1] 11/22 07:19:27 pvmbailout(0)\n\n"
    "*** Error: PVM is being run as user \"root\" ***!\n\n"
    "This is not a good idea, and often doesn't work!\n"
    "Set the PVM_ALLOW_ROOT environment variable to override.\n";

struct PvmWords {
  const char* words;
  const char* next_step;  ///< a part of it; empty: none
};

TEST(PvmOutput, NextStepsAreKnown) {
  const PvmWords cases[] = {
      {kRootRefused, "set PVM_ALLOW_ROOT=1 in root's environment there"},
      {"cannot add host 'node3' to PVM: cannot start pvmd (PvmCantStart); root@node3: Permission "
       "denied (publickey).",
       "ssh-copy-id"},
      {"cannot add host 'node3' to PVM: cannot start pvmd (PvmCantStart); sh: 1: "
       "/opt/dps-simulator-pvm: not found",
       "install dps"},
      {"cannot execute /usr/lib/pvm3/lib/pvmd: install PVM there (Debian: pvm)", "install PVM on"},
      {"cannot add host 'node3' to PVM: cannot start pvmd (PvmCantStart)", "'ssh node3 true'"},
      {"cannot add host 'node3' to PVM: the process of the PVM daemon of node1 that starts the "
       "other "
       "daemons has ended (PvmDSysErr)",
       "run again"},
      {"cannot add host 'nosuchhost' to PVM: no such host (PvmNoHost)", "misspelt"},
      {"something else", ""},
  };
  for (const auto& [words, next_step] : cases) {
    const LaunchVerdict verdict = judge_pvm_words("node3", words);
    EXPECT_FALSE(verdict.try_again) << words;
    EXPECT_EQ(verdict.next_step.empty(), std::string_view(next_step).empty()) << words;
    EXPECT_NE(verdict.next_step.find(next_step), std::string::npos) << verdict.next_step;
  }
}

struct LostText {
  LostProcess lost;
  const char* text;
  const char* next_step;  ///< a part of it
};

TEST(LostProcesses, AreDescribedWithTheNextStep) {
  const LostText cases[] = {
      {{LaunchRole::kPvmd, "node3"}, "the PVM daemon (pvmd) of node3 has died", "on node3"},
      {{LaunchRole::kLogin, "node3"}, "the login (ssh) to node3 has ended", "ssh node3 sleep 60"},
      {{LaunchRole::kLogin, "node3", LaunchEnd::kExit, 255},
       "the login (ssh) to node3 has ended with exit status 255",
       "or the network"},
      {{LaunchRole::kPvmd, "node1", LaunchEnd::kSignal, SIGKILL},
       "the PVM daemon (pvmd) of node1 was killed by signal 9 (SIGKILL)",
       "find out what killed it"},
      {{LaunchRole::kPvmd, "node1", LaunchEnd::kExit, 0},
       "the PVM daemon (pvmd) of node1 has ended with exit status 0",
       "/tmp/pvml.<uid>"},
      {{LaunchRole::kPvmd, "node3", LaunchEnd::kDeleted},
       "PVM has lost its daemon (pvmd) on node3",
       "why it was deleted from PVM"},
      {{LaunchRole::kPvmd, "node1", LaunchEnd::kNotStarted, 0, "cannot execute pvmd"},
       "the PVM daemon (pvmd) of node1 does not start: cannot execute pvmd",
       "install PVM on this machine"},
      {{LaunchRole::kPvmd, "node1", LaunchEnd::kNotStarted, 0, kRootRefused},
       "PVM refuses to run as root: run dps as another user, or set PVM_ALLOW_ROOT=1 in the "
       "environment (on every host) if you intend to run as root",
       ""},
      {{LaunchRole::kBridge, "node1", LaunchEnd::kSignal, SIGTERM},
       "the bridge between dps and the PVM of node1 was killed by signal 15 (SIGTERM)",
       "find out what killed it"},
      {{LaunchRole::kCarrier, "node3"}, "the PVM task that leads to it has ended", ""},
  };
  for (const auto& [lost, text, next_step] : cases) {
    EXPECT_EQ(describe(lost), text);
    EXPECT_NE(next_step_after(lost, lost.host).find(next_step), std::string::npos) << text;
  }
}

TEST(LostProcesses, HostsAreFoundByNameOrFirstLabel) {
  EXPECT_EQ(find_host("node2", kHosts), 1u);
  EXPECT_EQ(find_host("node2.cluster.example", kHosts), 1u);
  EXPECT_EQ(find_host("node", kHosts), std::nullopt);
  EXPECT_EQ(find_host("10.0.0.2", {"10.0.0.1"}), std::nullopt);
}

TEST(PvmOutput, TheCulpritIsTheHostOfALostProcessElseThisMachine) {
  EXPECT_EQ(pvm_culprit({"", {{LaunchRole::kPvmd, "node2"}}}, kHosts), 1u);
  EXPECT_EQ(pvm_culprit({"words"}, {"192.0.2.9", "localhost"}), 1u);
  EXPECT_EQ(pvm_culprit({"words"}, {"192.0.2.9"}), std::nullopt);
  const TrunkExit exit{"", {{LaunchRole::kPvmd, "node2"}}};
  EXPECT_EQ(diagnose_pvm(1, exit, kHosts).reason, "the PVM daemon (pvmd) of node2 has died");
  EXPECT_EQ(diagnose_pvm(0, exit, kHosts).reason, "PVM has ended because of node2");
}

TEST(PvmOutput, AHostIsANameAnArchitectureAndASpeed) {
  const auto host = parse_pvm_host("node3 LINUX64 1000");
  ASSERT_TRUE(host);
  EXPECT_EQ(host->name + host->type + host->address, "node3LINUX64node3");
  EXPECT_EQ(host->speed, 1000u);
  for (const char* wrong : {"", "node3", "node3 LINUX64", "node3 LINUX64 fast", "a b 1 more"}) {
    EXPECT_FALSE(parse_pvm_host(wrong)) << wrong;
  }
}

TEST(PvmHostLine, HasTheOptionsOfTheHostsFile) {
  Host host;
  host.name = "node3";
  EXPECT_EQ(pvm_host_line(host, "/bin/dps-simulator-pvm"), "node3");
  host.program_path = "/opt/dps:/other";
  host.login = "ann";
  host.speed = 500;
  host.address = "10.0.0.3";
  host.address_given = true;
  EXPECT_EQ(pvm_host_line(host, "/bin/dps-simulator-pvm"),
            "node3 dx=/opt/dps/dps-simulator-pvm ep=/opt/dps:/other lo=ann sp=500 ip=10.0.0.3");
}

}  // namespace
}  // namespace dps::coordinator
