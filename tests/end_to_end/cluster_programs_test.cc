// dps run -- mpirun with ranks on several hosts, whose clocks differ by an hour: the recorded
// calls, and the error if the logs of other hosts do not arrive.
#include <cmath>
#include <fstream>
#include <map>
#include <memory>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cluster.h"
#include "cluster_kind.h"
#include "traced_ring.h"

namespace dps::end_to_end {

const char* const kClusterKind = R"(nodes 3
default slots=2
node2 clock=+3600s
)";

namespace {

using Json = nlohmann::json;
using std::chrono::seconds;
using Finished = Running::Finished;
using Words = std::vector<std::string>;

/// The program of tests/mpi_programs/programs/hosts.c, with two ranks on each of node1 and node2,
/// and one on node3.
Words five_ranks(Words arguments) {
  static const std::string program = [] {
    std::filesystem::copy_file(DPS_MPI_PROGRAMS "/hosts", cluster().shared("program"));
    return cluster().shared("program");
  }();
  const std::string hosts =
      cluster().write_file("ranks", "node1 slots=2\nnode2 slots=2\nnode3 slots=1\n");
  Words words{"mpirun", "--hostfile", hosts, "-n", "5", program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

Finished record(const Words& command, Words options = {}, const std::string& dps = "") {
  Words words{"run", "-o", cluster().shared("result.json")};
  words.insert(words.end(), options.begin(), options.end());
  words.emplace_back("--");
  words.insert(words.end(), command.begin(), command.end());
  if (!dps.empty()) {
    words.insert(words.begin(), dps);
    return Running(cluster().on("node1", words)).wait(seconds(60));
  }
  return Running(cluster().dps(words)).wait(seconds(60));
}

Json result() {
  std::ifstream file(cluster().shared("result.json"));
  return Json::parse(file, nullptr, false);
}

bool has_note(const Json& kept, const std::string& text) {
  for (const Json& note : kept.at("notes")) {
    if (note.get<std::string>().find(text) != std::string::npos) {
      return true;
    }
  }
  return false;
}

TEST(ClusterPrograms, RanksOnAllHostsAreRecorded) {
  const std::string trace = cluster().shared("program.dpstrace");
  const Finished finished = record(five_ranks({"50"}), {"--trace", trace});
  ASSERT_EQ(finished.status, 0) << finished.out << finished.err;
  EXPECT_NE(finished.out.find("50 rounds\n"), std::string::npos);
  const Json kept = result();
  EXPECT_TRUE(kept.at("complete"));
  const Json& run = kept.at("runs").at(0);
  std::map<std::string, std::string> hosts;
  std::uint64_t sent = 0;
  std::uint64_t taken = 0;
  for (const Json& process : run.at("processes")) {
    hosts[process.at("ptag")] = process.at("host");
    sent += process.at("msgs_out").get<std::uint64_t>();
    taken += process.at("msgs_in").get<std::uint64_t>();
    EXPECT_LT(process.at("start_late_s"), 1.0);
  }
  const std::map<std::string, std::string> expected{{"p[0]", "node1"},
                                                    {"p[1]", "node1"},
                                                    {"p[2]", "node2"},
                                                    {"p[3]", "node2"},
                                                    {"p[4]", "node3"}};
  EXPECT_EQ(hosts, expected);
  EXPECT_EQ(sent, 400U);
  EXPECT_EQ(taken, 400U);
  for (const Json& site : run.at("mpi").at("sites")) {
    EXPECT_TRUE(site.at("place").get<std::string>().starts_with("hosts.c:")) << site;
  }
  expect_trace(trace, 3, 300);  // between hosts
  EXPECT_EQ(cluster().left_after(seconds(3)), Words{});
}

TEST(ClusterPrograms, TheClocksOfOtherHostsAreComparedWithTheOneOfDps) {
  ASSERT_EQ(record(five_ranks({"20"})).status, 0);
  const Json kept = result();
  std::map<std::string, double> offsets;
  for (const Json& host : kept.at("hosts")) {
    offsets[host.at("name")] = host.at("clock_offset_s");
    EXPECT_LT(host.at("clock_error_s"), 0.1) << host;
  }
  ASSERT_EQ(offsets.size(), 3U);
  EXPECT_NEAR(offsets["node2"], 3600, 0.1);
  EXPECT_NEAR(offsets["node3"], 0, 0.1);
  EXPECT_TRUE(has_note(kept, "times are wrong by at most: node2 ")) << kept.at("notes");
}

/// Starts a run that does not end by itself, and waits until its ranks exchange messages.
/// Ranks on other hosts send their records five times a second.
std::unique_ptr<Running> start_endless() {
  std::filesystem::remove(cluster().shared("result.json"));
  Words words{"run", "-o", cluster().shared("result.json"), "--"};
  const Words command = five_ranks({"1000000000"});
  words.insert(words.end(), command.begin(), command.end());
  auto running = std::make_unique<Running>(cluster().dps(words));
  EXPECT_TRUE(eventually(seconds(40), [&] {
    return running->out().find("a second so far") != std::string::npos;
  })) << running->err();
  return running;
}

/// The counts of messages that the ranks have sent.
std::map<std::string, std::uint64_t> sent_by_rank(const Json& kept) {
  std::map<std::string, std::uint64_t> sent;
  for (const Json& process : kept.at("runs").at(0).at("processes")) {
    sent[process.at("ptag")] = process.at("msgs_out");
  }
  return sent;
}

TEST(ClusterPrograms, ARankThatIsKilledOnAnotherHostIsNamedAndTheCallsOfAllAreKept) {
  const Finished finished = record(five_ranks({"50", "3", "late"}));
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.err.find("rank 3 on node2 was killed by signal 9 (SIGKILL)"),
            std::string::npos)
      << finished.err;
  const Json kept = result();
  EXPECT_FALSE(kept.at("complete"));
  const auto sent = sent_by_rank(kept);
  ASSERT_EQ(sent.size(), 5U) << kept.at("notes");
  for (const auto& [ptag, count] : sent) {
    EXPECT_GT(count, 0U) << ptag;
  }
  EXPECT_TRUE(
      has_note(kept, "the calls of ranks 2, 3, 4 on node2, node3 were received while they ran"))
      << kept.at("notes");
  EXPECT_EQ(cluster().left_after(seconds(3)), Words{});
}

TEST(ClusterPrograms, AnEndWithoutFinalizeDoesNotHang) {
  for (const char* how : {"abort", "exit"}) {
    for (const char* rank : {"0", "4"}) {
      const Finished finished = record(five_ranks({"20", rank, how}));
      EXPECT_EQ(finished.status, 1) << how << ' ' << rank << finished.err;
      if (std::string(how) == "abort") {
        const bool is_here = std::string(rank) == "0";
        EXPECT_NE(finished.err.find(is_here ? "rank 0 on node1 called MPI_Abort"
                                            : "rank 4 on node3 called MPI_Abort"),
                  std::string::npos)
            << finished.err;
      }
    }
  }
  EXPECT_EQ(cluster().left_after(seconds(3)), Words{});
}

/// "kill" or "cut" of the host of rank 4.
class LostHost : public testing::TestWithParam<const char*> {};

TEST_P(LostHost, IsNamedAndItsRecordsAreKept) {
  const auto running = start_endless();
  cluster().tool(GetParam(), "node3");
  const Finished finished = running->wait(seconds(30));
  cluster().tool(std::string(GetParam()) == "kill" ? "boot" : "heal", "node3");
  EXPECT_EQ(finished.status, 1) << finished.err;
  EXPECT_NE(finished.err.find("node3 has not answered for 5 s: the host is down or cut off"),
            std::string::npos)
      << finished.err;
  EXPECT_EQ(sent_by_rank(result()).size(), 5U) << result().at("notes");
  EXPECT_EQ(cluster().left_after(seconds(20)), Words{});
}

/// A rank of this host has a connection to the port of dps that its DPS_BOARD names.
bool is_announced_on(const std::string& host) {
  const std::string look = R"sh(for place in /proc/[0-9]*; do
    [ "$(cat $place/comm)" = program ] || continue
    port=$(tr '\0' '\n' <$place/environ | sed -n 's/^DPS_BOARD=[^;]*;\([0-9]*\);.*/\1/p')
    grep -qi ":$(printf %04X "$port") 01 " $place/net/tcp && exit 0
  done; exit 1)sh";
  return Running(cluster().on(host, {"sh", "-c", look})).wait().status == 0;
}

TEST_P(LostHost, IsNamedWhileRanksAreInMpiInit) {
  Words words{"run", "--"};
  const Words command = five_ranks({"20", "0", "absent"});
  words.insert(words.end(), command.begin(), command.end());
  Running running(cluster().dps(words));
  EXPECT_TRUE(eventually(seconds(40), [] { return is_announced_on("node3"); }));
  cluster().tool(GetParam(), "node3");
  const Finished finished = running.wait(seconds(30));
  cluster().tool(std::string(GetParam()) == "kill" ? "boot" : "heal", "node3");
  EXPECT_EQ(finished.status, 1) << finished.err;
  EXPECT_NE(finished.err.find("node3 has not answered for 5 s: the host is down or cut off"),
            std::string::npos)
      << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(20)), Words{});
}
INSTANTIATE_TEST_SUITE_P(Cluster, LostHost, testing::Values("kill", "cut"));

TEST(ClusterPrograms, WithoutTheLibraryOnOtherHostsTheirRanksRunUnrecorded) {
  const std::string folder = "/run/dps-only-here";  // each host has its own /run
  const std::string copy =
      "mkdir " + folder + " && cp " DPS_PROGRAMS "/dps " DPS_PROGRAMS "/libdps_mpi.so " + folder;
  ASSERT_EQ(Running(cluster().on("node1", {"sh", "-c", copy})).wait().status, 0);
  const Finished finished = record(five_ranks({"20"}), {}, folder + "/dps");
  Running(cluster().on("node1", {"rm", "-r", folder})).wait();
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.out.find("20 rounds\n"), std::string::npos) << finished.err;
  EXPECT_NE(finished.err.find("3 of 5 ranks are not recorded"), std::string::npos) << finished.err;
  EXPECT_NE(finished.err.find(folder + "/libdps_mpi.so is missing"), std::string::npos)
      << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(3)), Words{});
}

TEST(ClusterPrograms, WithoutARankOnTheHostOfDpsNothingIsRecorded) {
  Words words = five_ranks({"20"});
  words[2] = cluster().write_file("others", "node2 slots=3\nnode3 slots=2\n");
  const Finished finished = record(words);
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.out.find("20 rounds\n"), std::string::npos) << finished.err;
  EXPECT_NE(finished.err.find("at least one rank runs on this host"), std::string::npos)
      << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(3)), Words{});
}

}  // namespace
}  // namespace dps::end_to_end
