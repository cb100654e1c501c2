#include "blueprint/terrain/host_list.h"

#include <gtest/gtest.h>

namespace dps::terrain {
namespace {

/// One line per host: its name, then its properties.
std::vector<std::string> shown(const HostList& list) {
  std::vector<std::string> lines;
  for (const ListedHost& host : list.hosts) {
    std::string line = host.facts.name;
    line += host.facts.type.empty() ? "" : " type=" + host.facts.type;
    line += host.facts.speed == 1000 ? "" : " speed=" + std::to_string(host.facts.speed);
    line += host.facts.cores ? " slots=" + std::to_string(*host.facts.cores) : "";
    line += host.facts.memory ? " memory=" + std::to_string(*host.facts.memory) : "";
    line += host.address.empty() ? "" : " address=" + host.address;
    line += host.login.empty() ? "" : " login=" + host.login;
    line += host.program_path.empty() ? "" : " path=" + host.program_path;
    line += host.folder.empty() ? "" : " folder=" + host.folder;
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

Lines hosts_in(const std::string& text) {
  const SourceText source{"lab.hosts", text};
  const HostList list = read_hosts_file(source);
  EXPECT_EQ(render(source, list.diagnostics), "");
  return shown(list);
}

Lines set_of(const std::string& text) {
  const SourceText source{"--hosts", text};
  const HostList list = read_node_set(source);
  EXPECT_EQ(render(source, list.diagnostics), "");
  return shown(list);
}

std::string error_of(const std::string& text) {
  const SourceText source{"--hosts", text};
  const HostList list = read_node_set(source);
  return list.diagnostics.empty() ? "" : list.diagnostics[0].text;
}

TEST(HostsFile, OwnFormIsRead) {
  EXPECT_EQ(hosts_in("node1 slots=4 type=SGI speed=1200 address=10.1.0.1 memory=64G\n"
                     "node[2-3]\n"
                     "node4,node6 login=ann path=/opt/dps/bin folder=/scratch  # a comment\n"
                     "node7 address=fe80::1 cores=2"),
            (Lines{"node1 type=SGI speed=1200 slots=4 memory=68719476736 address=10.1.0.1", "node2",
                   "node3", "node4 login=ann path=/opt/dps/bin folder=/scratch",
                   "node6 login=ann path=/opt/dps/bin folder=/scratch",
                   "node7 slots=2 address=fe80::1"}));
}

TEST(HostsFile, OpenMpisFormIsRead) {
  EXPECT_EQ(hosts_in("# Open MPI's FAQ and orte_hosts(7)\n"
                     "// another comment\n"
                     "foo.example.com\n"
                     "bar.example.com slots=2\n"
                     "yow.example.com slots=4 max-slots=4\n"
                     "a slots = 2 max_slots = 8\n"
                     "b cpu=3 username=ann\n"
                     "c count= 4\n"
                     "bob@d slots =2\n"),
            (Lines{"foo.example.com", "bar.example.com slots=2", "yow.example.com slots=4",
                   "a slots=2", "b slots=3 login=ann", "c slots=4", "d slots=2 login=bob"}));
}

TEST(HostsFile, PvmsFormIsRead) {
  EXPECT_EQ(hosts_in("# host file of pvmd3(1)\n"
                     "fonebone\n"
                     "refuge\n"
                     "sigi.cs            dx=/usr/local/pvm3/lib/pvmd\n"
                     "*                  lo=guest  sp=500\n"
                     "sn666.jrandom.com\n"
                     "cubie.misc.edu sp=2000 id=mine bx=/bin/dbx\n"
                     "& igor.firewall.com  lo=guest2 ep=bob/pvm3/bin/$PVM_ARCH wd=/tmp/x\n"
                     "&node6 sp=800 ip=node6-fddi\n"),
            (Lines{"fonebone", "refuge", "sigi.cs", "sn666.jrandom.com speed=500 login=guest",
                   "cubie.misc.edu speed=2000 login=guest",
                   "igor.firewall.com speed=500 login=guest2 path=bob/pvm3/bin/$PVM_ARCH "
                   "folder=/tmp/x",
                   "node6 speed=800 address=node6-fddi login=guest"}));
}

TEST(HostsFile, AStarLineReplacesTheDefaultsBeforeIt) {
  EXPECT_EQ(hosts_in("* lo=ann sp=500\na\n* sp=700 slots=2\nb\n*\nc\n"),
            (Lines{"a speed=500 login=ann", "b speed=700 slots=2", "c"}));
}

TEST(HostsFile, LineEndsMarksAndContinuationsAreThoseOfBlueprints) {
  EXPECT_EQ(hosts_in("\xef\xbb\xbfnode1 slots=2\r\n\r\nnode2\r\n"),
            (Lines{"node1 slots=2", "node2"}));
  EXPECT_EQ(hosts_in("node1 \\\n  slots=2\nnode2\\\n"), (Lines{"node1 slots=2", "node2"}));
}

TEST(HostsFile, HostsAreLeftOutWithX) {
  EXPECT_EQ(hosts_in("node[1-6] -x node[2-3] slots=2 -xnode5\n"),
            (Lines{"node1 slots=2", "node4 slots=2", "node6 slots=2"}));
}

TEST(HostsFile, HoldsAtMost65536Hosts) {
  EXPECT_EQ(hosts_in("a[1-32768]\nb[1-32768]\n").size(), kMostHosts);
  const HostList list = read_hosts_file({"lab.hosts", "a[1-32768]\nb[1-32768]\nc\n"});
  ASSERT_EQ(list.diagnostics.size(), 1U);
  EXPECT_EQ(list.diagnostics[0].text, "more than 65,536 hosts");
  EXPECT_TRUE(list.hosts.empty());
}

TEST(HostsFile, AllMistakesAreReportedInTheOrderOfTheLines) {
  const HostList list = read_hosts_file({"lab.hosts", "a slots=x\nb[\nc foo=1 speed=0\n-d\n"});
  std::vector<std::uint32_t> lines;
  for (const Diagnostic& diagnostic : list.diagnostics) {
    lines.push_back(diagnostic.span.line);
  }
  EXPECT_EQ(lines, (std::vector<std::uint32_t>{1, 2, 3, 3, 4}));
}

TEST(NodeSetText, MayHaveBlanksAndExclusions) {
  EXPECT_EQ(set_of("node[1-4],login"), (Lines{"node1", "node2", "node3", "node4", "login"}));
  EXPECT_EQ(set_of(" node[1-2] , login  b"), (Lines{"node1", "node2", "login", "b"}));
  EXPECT_EQ(set_of("node1, node2 ,node3"), (Lines{"node1", "node2", "node3"}));
  EXPECT_EQ(set_of("node[1-9] -x node[2-8]"), (Lines{"node1", "node9"}));
  EXPECT_EQ(set_of("node[1-3] -x node2 node2 -x node1,node9"), (Lines{"node3", "node2"}));
  EXPECT_EQ(set_of("node[1-3] -x node2 node2"), (Lines{"node1", "node3", "node2"}));
}

TEST(NodeSetText, AHostThatIsNamedTwiceIsAMistake) {
  const std::string error =
      "host 'node1' is named twice; for more processes on it write slots=2 on its line of a hosts "
      "file";
  EXPECT_EQ(error_of("node1,node1"), error);
  EXPECT_EQ(error_of("node[1,1]"), error);
  EXPECT_EQ(error_of("node[0-2] x node1"), error);
  const SourceText source{"--hosts", "node[0-2] x node1"};
  EXPECT_EQ(render(source, read_node_set(source).diagnostics),
            "dps: error: --hosts: " + error +
                "\nnode[0-2] x node1\n            ^~~~~\n"
                "dps: note: --hosts: first named here\nnode[0-2] x node1\n^~~~~~~~~\n");
}

TEST(HostsFile, AHostThatIsNamedTwiceOnALineIsAMistake) {
  const HostList list = read_hosts_file({"lab.hosts", "a,b,a slots=2\n"});
  ASSERT_EQ(list.diagnostics.size(), 1U);
  EXPECT_EQ(list.diagnostics[0].text,
            "host 'a' is named twice; for more processes on it write slots=2 on its first line");
  EXPECT_TRUE(list.diagnostics[0].notes.empty());
  EXPECT_TRUE(list.hosts.empty());
}

TEST(NodeSetText, MistakesAreReported) {
  EXPECT_EQ(error_of(""), "the list has no hosts");
  EXPECT_EQ(error_of("  "), "the list has no hosts");
  EXPECT_EQ(error_of(","), "a host name is missing");
  EXPECT_EQ(error_of("a,"), "a host name is missing after ','");
  EXPECT_EQ(error_of("a -x"), "expected the hosts to exclude after -x");
  EXPECT_EQ(error_of("a -x a"), "all hosts are excluded");
  EXPECT_EQ(error_of("node[1, 2]"), "'[' is not closed; there are no blanks inside brackets");
}

TEST(SlurmAllocation, HasItsNodesAndTheirCores) {
  const SourceText nodes{"SLURM_JOB_NODELIST", "tux[1-3],big"};
  const auto with = [&](const std::string& cpus) {
    return shown(read_slurm_allocation(nodes, cpus));
  };
  EXPECT_EQ(with("4(x3),16"),
            (Lines{"tux1 slots=4", "tux2 slots=4", "tux3 slots=4", "big slots=16"}));
  EXPECT_EQ(with("4,2,4,16"),
            (Lines{"tux1 slots=4", "tux2 slots=2", "tux3 slots=4", "big slots=16"}));
  EXPECT_EQ(shown(read_slurm_allocation({"SLURM_JOB_NODELIST", "tux1,tux1"}, "")), Lines{"tux1"});
  const Lines bare{"tux1", "tux2", "tux3", "big"};
  for (const char* other : {"", "4", "4(x4", "4(x5)", "x", "4(x3),16,2", "0(x4)", "4(x99999999999)",
                            "4(y4)", "4(x3)16", ",", "4,,4,4"}) {
    EXPECT_EQ(with(other), bare) << other;
  }
}

}  // namespace
}  // namespace dps::terrain
