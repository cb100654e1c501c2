// Runs over Open MPI on a cluster of four hosts: counts, placement, and every fault that the other
// launchers are tested with, besides those of mpirun and its daemons.
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cluster.h"
#include "cluster_kind.h"

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

/// A token goes round four processes; the first of them tells when it begins, and leaves a daemon
/// behind, as a careless program would.
const char* const kRing = R"(
V rounds 100000
I Token.i 1 Token.m
C Say.c exec /bin/sh -c "setsid sleep 12345 >/dev/null 2>&1 & echo the ring turns"
C Work.c sleep 5ms
O Pass.o Ring.p[{(self+1)%count}] -t Token.m -b 64
F begin.f NULL {self==0 ? Say.c : NULL} {self==0 ? Pass.o : NULL} ring.u
F pass.f Token.i Work.c Pass.o SAME*{self==0 ? rounds-2 : rounds-1},{self==0 ? last.u : NULL}
F last.f Token.i Work.c NULL NULL
U begin.u begin.f
U ring.u pass.f
U last.u last.f
P Ring.p 4 begin.u ring.u last.u
T Ring.p[0] A NAME = node1
T Ring.p[1] B NAME = node2
T Ring.p[2] C TYPE = SGI
T Ring.p[3] D NAME = node4
)";

std::vector<std::string> ring_words(std::vector<std::string> more = {}) {
  std::vector<std::string> words{"run",         cluster().write_file("ring.dps", kRing),
                                 "--hosts",     cluster().hosts_file(),
                                 "--launcher",  "mpi",
                                 "--transport", "mpi"};
  words.insert(words.end(), more.begin(), more.end());
  return cluster().dps(words);
}

bool turns(const Running& run) {
  return run.err().find("the ring turns") != std::string::npos;
}

Json kept(const std::string& name) {
  std::ifstream file(cluster().shared(name));
  return Json::parse(file, nullptr, false);
}

TEST(ClusterMpi, ARingGoesRoundWhereItsTerrainAllows) {
  const Finished finished =
      Running(ring_words({"--set", "rounds=20", "-o", cluster().shared("ring.json")})).wait();
  ASSERT_EQ(finished.status, 0) << finished.err;
  const Json result = kept("ring.json");
  std::map<std::string, std::string> hosts;
  std::uint64_t taken = 0;
  for (const Json& process : result.at("runs").at(0).at("processes")) {
    hosts[process.at("ptag")] = process.at("host");
    taken += process.at("msgs_in").get<std::uint64_t>();
  }
  const std::map<std::string, std::string> expected{{"Ring.p[0]", "node1"},
                                                    {"Ring.p[1]", "node2"},
                                                    {"Ring.p[2]", "node3"},
                                                    {"Ring.p[3]", "node4"}};
  EXPECT_EQ(hosts, expected);
  EXPECT_EQ(taken, 80U);
  EXPECT_EQ(result.at("environment").at("launcher"), "mpi");
  EXPECT_EQ(result.at("environment").at("transport"), "mpi");
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
}

TEST(ClusterMpi, DataMayTravelOverTcpAndHostsMayBeSurveyedFirst) {
  std::vector<std::string> words = ring_words({"--set", "rounds=20"});
  words.insert(words.end() - 2, {"--transport", "tcp"});
  words.erase(words.end() - 6, words.end() - 4);
  const std::string hosts = cluster().write_file("bare", "node1\nnode2\nnode3\nnode4\n");
  *(std::find(words.begin(), words.end(), "--hosts") + 1) = hosts;
  const Finished finished = Running(words).wait();
  EXPECT_NE(finished.status, 1) << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
}

pid_t victim(const std::string& host, const std::string& text, bool last = false) {
  const auto found = cluster().processes(host, text);
  EXPECT_FALSE(found.empty()) << "no '" << text << "' on " << host;
  return found.empty() ? 0 : last ? found.back() : found.front();
}

void hit(pid_t pid, int signal) {
  if (pid > 0) {
    kill(pid, signal);
  }
}

constexpr const char* kCoordinator = "bin/dps run";
constexpr const char* kAgent = "--rank-of agent";
constexpr const char* kRank = "--rank-of process";

struct Fault {
  const char* name;
  std::function<void()> inject;
  int status;
  const char* words;    ///< of the message
  double within_s;      ///< from the fault to the prompt
  seconds left_within;  ///< from then on, for what is on the hosts
};

void PrintTo(const Fault& fault, std::ostream* out) {  // NOLINT: GoogleTest's name
  *out << fault.name;
}

class MpiFaults : public testing::TestWithParam<Fault> {};

TEST_P(MpiFaults, AreNamedInTimeAndLeaveNothing) {
  const Fault& fault = GetParam();
  Running run(ring_words());
  ASSERT_TRUE(eventually(seconds(25), [&] { return turns(run); })) << run.err();
  const auto injected = std::chrono::steady_clock::now();
  fault.inject();
  const Finished finished = run.wait(seconds(40));
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - injected;
  EXPECT_EQ(finished.status, fault.status) << finished.err;
  EXPECT_NE(finished.err.find(fault.words), std::string::npos) << finished.err;
  EXPECT_LE(passed.count(), fault.within_s);
  EXPECT_EQ(cluster().left_after(fault.left_within), std::vector<std::string>{});
  if (fault.status != 128 + SIGKILL) {
    EXPECT_NE(finished.out.find("INCOMPLETE"), std::string::npos) << finished.out;
  }
}

const Fault kFaults[] = {
    {"simulator_killed", [] { hit(victim("node3", kRank, true), SIGKILL); }, 1,
     "'Ring.p[2]' on node3 was killed by signal 9 (SIGKILL) while", 4, seconds(2)},
    {"simulator_crashed", [] { hit(victim("node2", kRank, true), SIGSEGV); }, 1,
     "'Ring.p[1]' on node2 was killed by signal 11 (SIGSEGV) while", 4, seconds(2)},
    {"guardian_of_a_rank_killed", [] { hit(victim("node4", kRank), SIGKILL); }, 1,
     "'Ring.p[3]' on node4 was killed by signal 9 (SIGKILL) while", 4, seconds(2)},
    {"outer_half_killed", [] { hit(victim("node3", kAgent), SIGKILL); }, 1,
     "node3: agent lost (its outer half ended", 5, seconds(2)},
    {"inner_half_killed", [] { hit(victim("node3", kAgent, true), SIGKILL); }, 1,
     "node3: agent lost (its inner half ended by signal 9 (SIGKILL)) while running", 5, seconds(5)},
    {"mpirun_killed", [] { hit(victim("node1", "mpirun --enable", true), SIGKILL); }, 1,
     "mpirun was killed by signal 9 (SIGKILL)", 5, seconds(3)},
    {"guard_killed", [] { hit(victim("node1", "--guard"), SIGKILL); }, 1,
     "the launcher was killed by signal 9 (SIGKILL)", 5, seconds(3)},
    {"daemon_killed", [] { hit(victim("node3", "orted"), SIGKILL); }, 1, "node3", 15, seconds(3)},
    {"interrupted", [] { hit(victim("node1", kCoordinator), SIGINT); }, 130,
     "stopped by signal 2 (SIGINT)", 3, seconds(2)},
    {"coordinator_killed", [] { hit(victim("node1", kCoordinator), SIGKILL); }, 128 + SIGKILL, "",
     1, seconds(3)},
};

INSTANTIATE_TEST_SUITE_P(Cluster, MpiFaults, testing::ValuesIn(kFaults),
                         [](const testing::TestParamInfo<Fault>& fault) {
                           return std::string(fault.param.name);
                         });

}  // namespace
}  // namespace dps::end_to_end
