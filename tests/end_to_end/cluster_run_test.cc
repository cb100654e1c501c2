// Successful runs on a cluster of four hosts: terrain, clocks, counts, many processes.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cluster.h"
#include "cluster_kind.h"
#include "traced_ring.h"

namespace dps::end_to_end {

const char* const kClusterKind = R"(nodes 4
default slots=2
node1 type=SUN speed=2
node2 clock=+3600s
node3 type=SGI clock=-60s
)";

namespace {

using Json = nlohmann::json;
using std::chrono::seconds;

const char* const kAcross = R"(
I Go.i 1 Go.m
I Done.i 3 Done.m
O Go.o Worker.p -t Go.m -b 100
O Done.o Master.p -t Done.m -b 1000
C Work.c sleep 20ms
F go.f NULL NULL Go.o done.u
F done.f Done.i NULL NULL NULL
F work.f Go.i Work.c Done.o NULL
U go.u go.f
U done.u done.f
U work.u work.f
P Master.p 1 go.u done.u
P Worker.p 3 work.u
T Master.p[0] A TYPE = SUN SPEED >= 2000
T Worker.p[0] B TYPE = SGI
T Worker.p[1] C NAME != node4
T Worker.p[2] D
)";

struct Played {
  Running::Finished finished;
  Json result;
};

Played play(const std::string& blueprint, std::vector<std::string> more = {}) {
  const std::string kept = cluster().shared("result.json");
  std::vector<std::string> words{"run", blueprint, "--hosts", cluster().hosts_file(), "-o", kept};
  words.insert(words.end(), more.begin(), more.end());
  Played played;
  played.finished = Running(cluster().dps(words)).wait();
  std::ifstream file(kept);
  played.result = Json::parse(file, nullptr, false);
  return played;
}

std::map<std::string, std::string> hosts_of(const Json& result) {
  std::map<std::string, std::string> hosts;
  for (const Json& process : result.at("runs").at(0).at("processes")) {
    hosts[process.at("ptag")] = process.at("host");
  }
  return hosts;
}

/// dps behaves like mpirun in a job. The blueprint has no T lines.
TEST(ClusterRun, WithoutHostsTheAllocationOfSlurmIsUsed) {
  const std::string text = kAcross;
  const std::string blueprint = cluster().write_file("free.dps", text.substr(0, text.find("T ")));
  const std::string kept = cluster().shared("slurm.json");
  const std::vector<std::string> job{"env", "SLURM_JOB_ID=7", "SLURM_JOB_NODELIST=node[2-3]",
                                     "SLURM_JOB_CPUS_PER_NODE=2(x2)"};
  const auto in_job = [&](std::vector<std::string> words) {
    words.insert(words.begin(), DPS_PROGRAMS "/dps");
    words.insert(words.begin(), job.begin(), job.end());
    return Running(cluster().on("node1", std::move(words))).wait();
  };
  const auto finished = in_job({"run", blueprint, "-o", kept});
  ASSERT_EQ(finished.status, 0) << finished.err;
  std::ifstream file(kept);
  std::map<std::string, int> processes;
  for (const auto& [process, host] : hosts_of(Json::parse(file, nullptr, false))) {
    ++processes[host];
  }
  EXPECT_EQ(processes, (std::map<std::string, int>{{"node2", 2}, {"node3", 2}}));
  const auto listed = in_job({"hosts"});
  EXPECT_EQ(listed.status, 0) << listed.err;
  EXPECT_NE(listed.out.find("node3"), std::string::npos) << listed.out;
  EXPECT_EQ(listed.out.find("node4"), std::string::npos) << listed.out;
}

TEST(ClusterRun, EveryProcessRunsWhereItsTerrainAllows) {
  const Played played = play(cluster().write_file("across.dps", kAcross));
  ASSERT_EQ(played.finished.status, 0) << played.finished.err;
  const std::map<std::string, std::string> expected{{"Master.p[0]", "node1"},
                                                    {"Worker.p[0]", "node3"},
                                                    {"Worker.p[1]", "node2"},
                                                    {"Worker.p[2]", "node4"}};
  EXPECT_EQ(hosts_of(played.result), expected);
  EXPECT_EQ(played.result.at("hosts").size(), 4U);
  for (const Json& host : played.result.at("hosts")) {
    EXPECT_EQ(host.at("address"), cluster().address_of(host.at("name")));
    EXPECT_EQ(host.at("cores"), 2);
  }
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
}

TEST(ClusterRun, OffsetsOfAnHourBetweenClocksAreMeasured) {
  const Played played = play(cluster().write_file("across.dps", kAcross));
  ASSERT_EQ(played.finished.status, 0) << played.finished.err;
  const std::map<std::string, double> apart{
      {"node1", 0}, {"node2", 3600}, {"node3", -60}, {"node4", 0}};
  EXPECT_EQ(played.result.at("hosts").size(), 4U);
  for (const Json& host : played.result.at("hosts")) {
    const double error = host.at("clock_error_s");
    EXPECT_GT(error, 0) << host;
    EXPECT_LT(error, 0.1) << host;
    EXPECT_LE(std::abs(host.at("clock_offset_s").get<double>() - apart.at(host.at("name"))), error)
        << host;
  }
  EXPECT_GE(played.result.at("runs").at(0).at("makespan_s"), 0.02);
  EXPECT_LT(played.result.at("runs").at(0).at("makespan_s"), 10);
  for (const Json& process : played.result.at("runs").at(0).at("processes")) {
    EXPECT_GE(process.at("start_late_s"), 0) << process;
    EXPECT_LT(process.at("start_late_s"), 5) << process;
  }
}

TEST(ClusterRun, ATraceHasOneTimeForHostsWhoseClocksAreAnHourApart) {
  const std::string trace = cluster().shared("across.dpstrace");
  const Played played = play(cluster().write_file("across.dps", kAcross), {"--trace", trace});
  ASSERT_EQ(played.finished.status, 0) << played.finished.err;
  expect_trace(trace, 4, 6);
}

TEST(ClusterRun, ATerrainWithoutASolutionEndsBeforeAnythingIsStarted) {
  const std::string blueprint =
      cluster().write_file("none.dps", std::string(kAcross) + "T Worker.p[2] D TYPE = CRAY\n");
  Running run(cluster().dps({"run", blueprint, "--hosts", cluster().hosts_file()}));
  const auto finished = run.wait();
  EXPECT_EQ(finished.status, 3) << finished.err;
  EXPECT_EQ(finished.out, "");
  EXPECT_NE(finished.err.find("CRAY"), std::string::npos) << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
}

/// The counts of an example do not depend on the hosts.
class Examples : public testing::TestWithParam<const char*> {};

std::pair<std::uint64_t, std::uint64_t> messages_and_bytes(const Json& result) {
  std::pair<std::uint64_t, std::uint64_t> sums;
  for (const Json& process : result.at("runs").at(0).at("processes")) {
    sums.first += process.at("msgs_out").get<std::uint64_t>();
    sums.second += process.at("bytes_out").get<std::uint64_t>();
  }
  return sums;
}

TEST_P(Examples, HaveTheSameCountsOnSeveralHostsAsOnOne) {
  const std::string blueprint =
      std::string(DPS_SOURCE_DIR "/examples/") + GetParam() + "/blueprint.txt";
  const Played across = play(blueprint);
  ASSERT_EQ(across.finished.status, 0) << across.finished.err;
  Running local({DPS_PROGRAMS "/dps", "run", blueprint, "--launcher", "local", "--format", "json"});
  const auto here = local.wait();
  ASSERT_EQ(here.status, 0) << here.err;
  EXPECT_EQ(messages_and_bytes(across.result), messages_and_bytes(Json::parse(here.out)));
}

INSTANTIATE_TEST_SUITE_P(Cluster, Examples,
                         testing::Values("ring", "pipeline", "stencil_2d", "parallel_sort"));

TEST(ClusterRun, FiveHundredAndTwelveProcessesRunOnFourHosts) {
  const Played played =
      play(DPS_SOURCE_DIR "/examples/ring/blueprint.txt", {"--set", "n=512", "--set", "rounds=3"});
  ASSERT_EQ(played.finished.status, 0) << played.finished.err;
  std::map<std::string, int> processes;
  for (const auto& [process, host] : hosts_of(played.result)) {
    ++processes[host];
  }
  EXPECT_EQ(processes.size(), 4u);
  EXPECT_EQ(processes["node2"], 128);
  EXPECT_EQ(cluster().left_after(seconds(3)), std::vector<std::string>{});
}

/// Runs a command on a host. Returns its output.
std::string shell_on(const std::string& host, const std::string& command) {
  return Running(cluster().on(host, {"sh", "-c", command})).wait().out;
}

std::uint64_t bytes_sent_by_ipv6(const std::string& host) {
  return std::stoull("0" + shell_on(host, "awk '/^Ip6OutOctets/ {print $2}' /proc/net/snmp6"));
}

TEST(ClusterRun, DataUseIpv6IfTheHostsFileHasSuchAddresses) {
  if (!std::filesystem::exists("/proc/sys/net/ipv6")) {
    GTEST_SKIP() << "the kernel has no IPv6";
  }
  const std::vector<std::string> hosts{"node1", "node2", "node3", "node4"};
  std::string file;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    const std::string address = "fd00::" + std::to_string(i + 1);
    shell_on(hosts[i],
             "for at in eth0 lo; do echo 0 > /proc/sys/net/ipv6/conf/$at/disable_ipv6; done; "
             "ip -6 address add " +
                 address + "/64 dev eth0 nodad");
    file += hosts[i] + " address=" + address + "\n";
  }
  const auto before = bytes_sent_by_ipv6("node2");
  const auto finished = Running(cluster().dps({"run", DPS_SOURCE_DIR "/examples/ring/blueprint.txt",
                                               "--set", "n=4", "--set", "rounds=100", "--hosts",
                                               cluster().write_file("ipv6.hosts", file)}))
                            .wait();
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_GT(bytes_sent_by_ipv6("node2"), before + std::uint64_t{100} * 64);
  for (const std::string& host : hosts) {
    shell_on(host, "for at in eth0 lo; do echo 1 > /proc/sys/net/ipv6/conf/$at/disable_ipv6; done");
  }
  EXPECT_EQ(cluster().left_after(seconds(3)), std::vector<std::string>{});
}

/// The lines of the hosts file of these hosts, as a file of its own.
std::string hosts_file_of(const std::vector<std::string>& names) {
  std::ifstream all(cluster().hosts_file());
  std::string some;
  for (std::string line; std::getline(all, line);) {
    for (const std::string& name : names) {
      some += line.starts_with(name + " ") ? line + "\n" : "";
    }
  }
  return cluster().write_file("some.hosts", some);
}

/// Their clocks are an hour apart, and each host has a TYPE of its own.
TEST(ClusterRun, HostsAreMeasuredAsAParasolFile) {
  const std::string hosts = hosts_file_of({"node1", "node2", "node3"});
  const std::string machine = cluster().shared("lab.par");
  const auto measured = Running(cluster().dps({"calibrate", "--quick", "--as", "parasol", "--hosts",
                                               hosts, "-o", machine}))
                            .wait(seconds(120));
  constexpr int kUnreliable = 7;  // other work used the hosts
  ASSERT_TRUE(measured.status == 0 || measured.status == kUnreliable) << measured.err;
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
  const auto described =
      Running(cluster().dps({"machine", "describe", machine, "--format", "json"})).wait();
  ASSERT_EQ(described.status, 0) << described.err << measured.out;
  const Json form = Json::parse(described.out);
  EXPECT_EQ(form.at("host_count"), 6) << form;  // a processor for each core
  EXPECT_EQ(form.at("link_count"), 6) << form;  // one in each host, one between each two
  EXPECT_EQ(form.at("known_timings"), (Json{{"SUN", 1}, {"SGI", 1}, {"ws", 1}})) << form;
  const auto predicted =
      Running(
          cluster().dps({"predict", DPS_SOURCE_DIR "/examples/ring/blueprint.txt", "--set", "n=3",
                         "--set", "rounds=10", "--machine", machine, "--format", "json"}))
          .wait();
  ASSERT_EQ(predicted.status, 0) << predicted.err;
  EXPECT_EQ(messages_and_bytes(Json::parse(predicted.out)).first, 30U);
}

TEST(ClusterRun, RunsAreRepeatedOnTheSameAgents) {
  const Played played = play(cluster().write_file("across.dps", kAcross), {"--runs", "3"});
  ASSERT_EQ(played.finished.status, 0) << played.finished.err;
  EXPECT_EQ(played.result.at("runs").size(), 3u);
}

}  // namespace
}  // namespace dps::end_to_end
