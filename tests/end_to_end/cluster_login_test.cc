// Failures of logins. The report names the host and contains the output of ssh and advice; other
// hosts are not delayed, nothing waits for input, and nothing is left on the hosts.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cluster.h"
#include "cluster_kind.h"

namespace dps::end_to_end {

const char* const kClusterKind = "nodes 4\n";

namespace {

using std::chrono::seconds;
using Finished = Running::Finished;
namespace fs = std::filesystem;

const char* const kPair = R"(
I Hello.i 1 Hello.m
O Hello.o B.p -t Hello.m
F say.f NULL NULL Hello.o NULL
F hear.f Hello.i NULL NULL NULL
U say.u say.f
U hear.u hear.f
P A.p 1 say.u
P B.p 1 hear.u
)";

bool mentions(const Finished& finished, const std::string& words) {
  return finished.err.find(words) != std::string::npos;
}

Finished play_on(const std::string& hosts) {
  Running run(cluster().dps({"run", cluster().write_file("pair.dps", kPair), "--hosts", hosts}));
  return run.wait(seconds(60));
}

/// Adds lines to the ssh_config of node1, on which dps runs, while the object exists.
class SshConfig {
 public:
  explicit SshConfig(const std::string& lines)
      : file_(cluster().ssh_folder("node1") / "ssh_config") {
    std::ifstream in(file_);
    before_.assign(std::istreambuf_iterator<char>(in), {});
    std::ofstream(file_) << lines << "\nHost *\n" << before_;
  }
  SshConfig(const SshConfig&) = delete;
  SshConfig& operator=(const SshConfig&) = delete;
  ~SshConfig() { std::ofstream(file_) << before_; }

 private:
  fs::path file_;
  std::string before_;
};

/// A server on node2. Each test uses another port, since connections of an earlier test may still
/// occupy its port.
class OtherServer {
 public:
  OtherServer(int port, const std::vector<std::string>& words)
      : server_(cluster().on("node2", words)) {
    const std::string listener = fmt::format("node2: listener tcp 00000000:{:04X}", port);
    EXPECT_TRUE(eventually(seconds(20), [&] {
      const auto now = cluster().left();
      return std::find(now.begin(), now.end(), listener) != now.end();
    })) << log();
  }
  [[nodiscard]] std::string log() const { return server_.err(); }

 private:
  Running server_;
};

/// The command line of another sshd, with additional lines in its configuration. With
/// SHLVL, bash skips the user's .bashrc, which may take seconds, as in logins of the cluster.
std::vector<std::string> sshd(int port, const std::string& lines) {
  const std::string config = cluster().write_file(
      "sshd_config",
      fmt::format("Port {}\nListenAddress 0.0.0.0\nHostKey /etc/ssh/ssh_host_ed25519_key\n"
                  "StrictModes no\nAuthorizedKeysFile /etc/ssh/authorized_keys\nPidFile none\n"
                  "UsePAM no\nSetEnv SHLVL=1\n{}",
                  port, lines));
  return {"/usr/sbin/sshd", "-D", "-e", "-f", config};
}

/// Lines of an ssh_config for another name of node2, at which ssh connects to this port.
std::string other_name(const std::string& name, int port) {
  const std::string state = fs::path(cluster().shared("")).parent_path().parent_path().string();
  return fmt::format(
      "Host {}\n  HostName {}\n  HostKeyAlias node2\n  Port {}\n  User root\n"
      "  IdentityFile {}/id_ed25519\n  UserKnownHostsFile {}/known_hosts\n",
      name, cluster().address_of("node2"), port, state, state);
}

TEST(ClusterLogin, AWrongKeyIsReportedWithTheTextOfSsh) {
  const SshConfig config("Host node3\n  IdentityFile /nowhere\n  IdentitiesOnly yes\n");
  fs::rename(cluster().ssh_folder("node3") / "authorized_keys",
             cluster().ssh_folder("node3") / "aside");
  const Finished finished = play_on("node[1-4]");
  fs::rename(cluster().ssh_folder("node3") / "aside",
             cluster().ssh_folder("node3") / "authorized_keys");
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(mentions(finished, "node3: while starting agents: no agent answered"))
      << finished.err;
  EXPECT_TRUE(mentions(finished, "Permission denied")) << finished.err;
  EXPECT_TRUE(mentions(finished, "ssh-copy-id")) << finished.err;
  EXPECT_LT(finished.seconds, 10);
  EXPECT_EQ(cluster().left_after(seconds(3)), std::vector<std::string>{});
}

TEST(ClusterLogin, AnUnknownHostKeyIsNeverAccepted) {
  const SshConfig config("Host node4\n  UserKnownHostsFile /dev/null\n");
  const Finished finished = play_on("node[1-4]");
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(mentions(finished, "node4: while starting agents: no agent answered"))
      << finished.err;
  EXPECT_TRUE(mentions(finished, "Host key verification failed")) << finished.err;
  EXPECT_TRUE(mentions(finished, "compare its key")) << finished.err;
}

TEST(ClusterLogin, AMisspeltNameIsReported) {
  const Finished finished = play_on("node[1-2],nodule9");
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(mentions(finished, "nodule9: while starting agents: no agent answered"))
      << finished.err;
  EXPECT_TRUE(mentions(finished, "Could not resolve hostname")) << finished.err;
  EXPECT_TRUE(mentions(finished, "misspelt")) << finished.err;
  EXPECT_LT(finished.seconds, 15);
}

/// A name with several addresses in the /etc/hosts of all hosts, while the object exists.
class OtherAddresses {
 public:
  OtherAddresses(const std::string& name, const std::vector<std::string>& addresses) : name_(name) {
    std::string lines;
    for (const std::string& address : addresses) {
      lines += address + " " + name + "\\n";
    }
    edit("printf '" + lines + "' >> /etc/hosts");
  }
  OtherAddresses(const OtherAddresses&) = delete;
  OtherAddresses& operator=(const OtherAddresses&) = delete;
  ~OtherAddresses() {  // rewrites the file in place, since it is a mount point
    edit("lines=$(grep -v ' " + name_ + "$' /etc/hosts); printf '%s\\n' \"$lines\" > /etc/hosts");
  }

 private:
  static void edit(const std::string& command) {
    EXPECT_EQ(Running(cluster().on("node1", {"sh", "-c", command})).wait().status, 0);
  }
  std::string name_;
};

/// The resolver returns the address of node2 first, since it is closer to that of node1.
TEST(ClusterLogin, TheReachableAddressOfAHostIsUsed) {
  const OtherAddresses names("twofold",
                             {cluster().address_of("node2"), cluster().address_of("node4")});
  const std::string state = fs::path(cluster().shared("")).parent_path().parent_path().string();
  const SshConfig config(
      fmt::format("Host twofold\n  HostKeyAlias node4\n  User root\n  IdentityFile {0}/id_ed25519\n"
                  "  UserKnownHostsFile {0}/known_hosts\n",
                  state));
  const std::string found =
      Running(cluster().on("node1", {"getent", "ahosts", "twofold"})).wait().out;
  EXPECT_TRUE(found.starts_with(cluster().address_of("node2") + " ")) << found;
  EXPECT_NE(found.find("\n" + cluster().address_of("node4") + " "), std::string::npos) << found;
  cluster().tool("cut", "node2");
  const Finished finished = play_on("node1,twofold");
  cluster().tool("heal", "node2");
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(3)), std::vector<std::string>{});
}

TEST(ClusterLogin, EveryUnreachableHostIsReported) {
  const SshConfig config("Host node4\n  UserKnownHostsFile /dev/null\n");
  const Finished finished = play_on("node1,node4,nodule9");
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(mentions(finished, "node4: ")) << finished.err;
  EXPECT_TRUE(mentions(finished, "nodule9: ")) << finished.err;
}

TEST(ClusterLogin, ANoisyLoginIsSkipped) {
  const SshConfig config(other_name("other", 2222));
  const OtherServer server(2222, sshd(2222,
                                      "ForceCommand echo 'Welcome to the lab'; echo noise >&2; "
                                      "eval \"$SSH_ORIGINAL_COMMAND\"\n"));
  const Finished finished = play_on("node1,other");
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_FALSE(mentions(finished, "Welcome"));
}

TEST(ClusterLogin, ALoginThatNeverEndsTimesOut) {
  const SshConfig config(other_name("other", 2223));
  const OtherServer server(
      2223, sshd(2223, "ForceCommand echo the disk of home is away >&2; exec sleep 300\n"));
  const Finished finished = play_on("node1,other");
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(mentions(
      finished,
      "other: while starting agents: no agent answered within 20 s: the disk of home is away"))
      << finished.err;
  EXPECT_LT(finished.seconds, 30);
  for (const pid_t login : cluster().processes("node2", "sleep 300")) {
    kill(login, SIGKILL);  // it belongs to the login and not to dps, which leaves it
  }
}

TEST(ClusterLogin, AnSshdWithoutABannerTimesOutAfterTenSeconds) {
  const SshConfig config(other_name("other", 2224));
  const OtherServer silent(2224, {"python3", "-c",
                                  "import socket,time; s=socket.socket(); s.bind(('',2224)); "
                                  "s.listen(); time.sleep(300)"});
  const Finished finished = play_on("node1,other");
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(mentions(finished, "other: while starting agents: no agent answered"))
      << finished.err;
  EXPECT_TRUE(mentions(finished, "timed out")) << finished.err;
  EXPECT_LT(finished.seconds, 25);
}

TEST(ClusterLogin, AMissingDpsIsReportedWithAdvice) {
  const std::string hosts = cluster().write_file("elsewhere", "node1\nnode2 ep=/nowhere/bin\n");
  const Finished finished = play_on(hosts);
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(mentions(
      finished,
      "node2: while starting agents: no agent answered (exit status 127): dps is not there: "
      "neither /nowhere/bin/dps-simulator nor a dps in PATH"))
      << finished.err;
  EXPECT_TRUE(mentions(finished, "next: install dps")) << finished.err;
  EXPECT_LT(finished.seconds, 10);
}

TEST(ClusterLogin, AnotherVersionIsRefusedAndBothAreNamed) {
  const std::string folder = cluster().shared("old");
  fs::create_directories(folder);
  {
    // HELLO of version 0.0.9: kind 64, and a body that begins with protocol and version.
    std::ofstream old(folder + "/dps-simulator");
    old << "#!/usr/bin/python3\n"
           "import struct,sys\n"
           "text=lambda s: struct.pack('<I',len(s))+s\n"
           "body=struct.pack('<I',1)+text(b'0.0.9')+4*text(b'')+struct.pack('<IQdQI',1,0,0,1,1)+"
           "text(b'')\n"
           "sys.stdout.buffer.write(b'\\x01dps-agent-frames\\x02\\n'+"
           "struct.pack('<IHHII',len(body),64,0,0xffffffff,0)+body)\n"
           "sys.stdout.flush()\nsys.stdin.read()\n";
  }
  fs::permissions(folder + "/dps-simulator", fs::perms::owner_all);
  const Finished finished = play_on(cluster().write_file("old_hosts", "node1\nnode2 ep=" + folder));
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(
      mentions(finished, "node2: while starting agents: its dps-simulator is version 0.0.9"))
      << finished.err;
  EXPECT_TRUE(mentions(finished, "install the same version on both")) << finished.err;
}

/// A program in Python that opens four connections to an sshd and never logs in. It prints the
/// number of connections that sshd accepts.
constexpr const char* kSilentClients =
    "import socket, time\n"
    "held = [socket.create_connection(('{}', {})) for _ in range(4)]\n"
    "print([one.recv(4) for one in held].count(b'SSH-'))\n"
    "time.sleep(300)\n";

/// While the silent clients occupy all logins that sshd permits at one time, it refuses others.
TEST(ClusterLogin, ARefusalUnderLoadIsRetried) {
  std::string config_lines;
  std::string hosts = "node1";
  for (int i = 0; i < 12; ++i) {
    const std::string name = "busy" + std::to_string(i);
    config_lines += other_name(name, 2225);
    hosts += "," + name;
  }
  const SshConfig config(config_lines);
  const OtherServer server(2225, sshd(2225, "MaxStartups 4:100:4\nLogLevel DEBUG1\n"));
  std::optional<Running> silent(
      std::in_place,
      cluster().on("node3", {"python3", "-u", "-c",
                             fmt::format(kSilentClients, cluster().address_of("node2"), 2225)}));
  ASSERT_TRUE(eventually(seconds(20), [&] { return silent->out() == "4\n"; }))
      << silent->out() << silent->err() << server.log();
  const std::string blueprint = cluster().write_file("pair.dps", kPair);
  Running run(cluster().dps({"run", blueprint, "--hosts", hosts}));
  EXPECT_TRUE(eventually(seconds(20), [&] {
    return server.log().find("MaxStartups") != std::string::npos;
  })) << server.log();
  silent.reset();
  const Finished finished = run.wait(seconds(60));
  EXPECT_EQ(finished.status, 0) << finished.err << server.log();
}

/// --hosts with a '/' is the name of a file.
TEST(ClusterLogin, AHostNameCannotBeAnOption) {
  const std::string hosts =
      cluster().write_file("options", "node1\n-oProxyCommand=touch${IFS}/tmp/owned\n");
  for (const std::string& words : {hosts, std::string("-oProxyCommand=id")}) {
    const Finished finished = play_on(words);
    EXPECT_EQ(finished.status, 2) << finished.err;
    EXPECT_TRUE(mentions(finished, "a host name begins with a letter or a digit, not '-'"))
        << finished.err;
  }
  EXPECT_EQ(cluster().left_after(seconds(3)), std::vector<std::string>{});
}

TEST(ClusterLogin, HostsAreCheckedOneByOne) {
  const SshConfig config("Host node4\n  UserKnownHostsFile /dev/null\n");
  const std::string hosts =
      cluster().write_file("some", "node1\nnode2\nnode3 ep=/nowhere\nnode4\nnodule9\n");
  Running check(cluster().dps({"hosts", "--check", "--hosts", hosts}));
  const Finished finished = check.wait(seconds(30));
  EXPECT_EQ(finished.status, 1) << finished.out << finished.err;
  for (const char* words :
       {"node1", "node3", "dps is not there", "Host key verification failed", "nodule9"}) {
    EXPECT_NE((finished.out + finished.err).find(words), std::string::npos) << words;
  }
  EXPECT_LT(finished.seconds, 15);
  EXPECT_EQ(cluster().left_after(seconds(3)), std::vector<std::string>{});
}

}  // namespace
}  // namespace dps::end_to_end
